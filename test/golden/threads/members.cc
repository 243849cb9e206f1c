/* Members of structs: nested, in arrays, of base classes, bit-fields, unions. */
#include <cassert>
#include <pthread.h>

struct empty {};
struct base {
    int kind;
};
struct node : base, empty {
    short small[3];
    struct {
        char letter;
        long wide[2];
    } inner;
    struct {
        int without_name;
    };
    node *next;
    unsigned bit : 3, bits : 5;
    static int all;
};
union either {
    int whole;
    char parts[4];
};

static node list[2];
static either one;
static node *last;
int node::all;

static void *
work (void *)
{
    list[1].kind = 1;
    list[1].small[2] = -2;
    list[0].inner.wide[1] = 3;
    list[0].without_name = 4;
    list[0].next = &list[1];
    last = list[0].next;
    last->bits = 5;
    one.whole = 6;
    node::all = 7;
    return nullptr;
}

int
main ()
{
    pthread_t thread;
    node own = {};
    own.inner.letter = 8;
    pthread_create (&thread, nullptr, work, &own.inner);
    own.inner.letter = 9;
    pthread_join (thread, nullptr);
    assert (own.next);
}
