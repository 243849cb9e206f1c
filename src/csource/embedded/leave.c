/* leave.c -- what main's frame held is gone when it has returned: a pointer that only
 * lay there is none. */
int __real_main (int, char **, char **);

__attribute__ ((noinline, no_sanitize ("address"))) static void
forget (void)
{
    volatile char frame[1 << 17];
    for (unsigned i = 0; i < sizeof frame; i++)
        frame[i] = 0;
}

__attribute__ ((no_sanitize ("address"))) int
__wrap_main (int count, char **argument, char **environment)
{
    volatile char gap[1 << 12];
    gap[0] = 0;
    int code = __real_main (count, argument, environment);
    forget ();
    return code;
}
