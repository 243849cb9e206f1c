// As fill_true.c, but for one entry.
extern void reach_error (void);

enum { SIZE = 12 };
static int down[SIZE];

int
main (void)
{
    for (int i = SIZE - 1; i >= 0; i--)
        down[i] = i == 5 ? 0 : i;
    for (int i = 0; i < SIZE; i++)
        if (down[i] != i)
            reach_error ();
    return 0;
}
