// checks: assert,valid-deref,valid-free
// Without a header, and one byte too many.
int
main (void)
{
    char *text = calloc (4, 1);
    if (text)
        memcpy (text, "abcd", strlen ("abcd") + 1);
    free (text);
    return 0;
}
