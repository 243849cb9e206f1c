// As filled_false.c, but the entry is what it should be.
extern void reach_error (void);

int
main (void)
{
    int triple[1000];
    for (int i = 0; i < 1000; i++)
        triple[i] = 3 * i;
    if (triple[999] != 2997)
        reach_error ();
    return 0;
}
