/* An array of variable length is gone with its block. */
int
main (void)
{
    int *p, n = 3;
    {
        int all[n];
        all[0] = 1;
        p = all;
    }
    return p[0];
}
