/* ring.c -- bytes that come and go through a ring of 4: never more than fit.
 *
 * -DBUG: one byte too many is taken in. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar (void);
extern _Bool __VERIFIER_nondet_bool (void);

enum { SIZE = 4 };
#ifdef BUG
enum { MOST = SIZE };
#else
enum { MOST = SIZE - 1 };
#endif

static unsigned char ring[SIZE];
static unsigned head, count;

static int
put (unsigned char byte)
{
    if (count > MOST)
        return 0;
    ring[(head + count) % SIZE] = byte;
    count++;
    return 1;
}

static int
get (void)
{
    if (!count)
        return -1;
    int byte = ring[head];
    head = (head + 1) % SIZE;
    count--;
    return byte;
}

int
main (void)
{
    for (;;) {
        if (__VERIFIER_nondet_bool ())
            put (__VERIFIER_nondet_uchar ());
        else
            get ();
        assert (count <= SIZE);
    }
}
