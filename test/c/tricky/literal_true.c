// checks: memory
/* An array that begins like a literal may be written. */
int
main (void)
{
    char p[] = "abc";
    const char *q = "abc";
    for (int i = 0; i < 3; i++)
        p[i] = q[i] + 1;
    return p[1];
}
