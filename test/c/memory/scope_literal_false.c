// A compound literal has a block, too.
int
main (void)
{
    const int *p;
    {
        p = (int[]){1, 2, 3};
    }
    return p[1];
}
