// checks: memory
/* A string literal is a constant: writing to it is invalid. */
int
main (void)
{
    char *p = "abc";
    p[1] = 'x';
    return p[1];
}
