// checks: assert,valid-deref,valid-free
// Without a header: compilers know these functions, and what they return.
int
main (void)
{
    int *number = malloc (sizeof (int));
    char *text = calloc (4, 1);
    if (number && text) {
        *number = strlen ("abc");
        memcpy (text, "abc", *number);
        if (strchr (text, 'c') != text + 2)
            reach_error ();
    }
    free (number);
    free (text);
    return 0;
}
