// verdict: UNSAFE assertion failed
// native: no what vsnprintf reads is not held up
// A function that is given a va_list reads what others write.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
char s[4] = "a";
int seen;
static void
print (char *to, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    vsnprintf (to, 4, format, list);
    va_end (list);
}
static void *
f (void *a)
{
    char b[4];
    seen = 1;
    print (b, "%s", s);
    assert (b[0] == 'a');
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    if (seen)
        s[0] = 'b';
    pthread_join (t, 0);
    return 0;
}
