// checks: valid-memsafety
// Nobody looks at what is read, so that a pass would delete the access.
int
main (void)
{
    int x = 1, *p = &x;
    int y = p[1];
    return 0;
}
