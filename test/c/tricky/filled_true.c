// As filled_false.c, but the entry is what it should be.
extern void reach_error (void);

int
main (void)
{
    int square[1000];
    for (int i = 0; i < 1000; i++)
        square[i] = i * i;
    if (square[999] != 998001)
        reach_error ();
    return 0;
}
