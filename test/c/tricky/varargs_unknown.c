// checks: assert
// Arguments of a variadic function.
#include <stdarg.h>
#include <assert.h>
static int
sum (int n, ...)
{
    va_list a;
    va_start (a, n);
    int s = 0;
    while (n--)
        s += va_arg (a, int);
    va_end (a);
    return s;
}
int
main (void)
{
    assert (sum (2, 3, 4) != 7);
    return 0;
}
