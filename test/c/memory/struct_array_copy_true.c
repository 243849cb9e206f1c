// Structs are copied into arrays of them, one by one and all at once; the last one
// ends with bytes that belong to nobody.
#include <string.h>
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

struct pair {
    int number;
    char letter;
};
struct box {
    struct pair pair[3];
    int tail;
};

int
main (void)
{
    struct box box, other;
    struct pair one = {7, 'x'};
    int i = __VERIFIER_nondet_int ();
    if (i < 0 || i > 2)
        return 0;
    box.tail = 5;
    for (int k = 0; k < 3; k++)
        box.pair[k] = (struct pair){k, 'a'};
    box.pair[i] = one;
    memcpy (other.pair, box.pair, sizeof box.pair);
    other.tail = 6;
    if (other.pair[i].number != 7 || other.pair[i].letter != 'x')
        reach_error ();
    if (box.tail != 5 || other.tail != 6)
        reach_error ();
    return 0;
}
