// checks: valid-memsafety
// A local is used when its block is left.
int
main (void)
{
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p;
}
