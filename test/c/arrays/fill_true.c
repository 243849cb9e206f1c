// An array is filled on the way down with what depends on the place, and all
// entries are compared.
extern void reach_error (void);

enum { SIZE = 100000 };
static int down[SIZE];

int
main (void)
{
    for (int i = SIZE - 1; i >= 0; i--)
        down[i] = i;
    for (int i = 0; i < SIZE; i++)
        if (down[i] != i)
            reach_error ();
    return 0;
}
