// Further arguments come behind; a list begins where registers are used up.
// has: call variadic @sum \(2, 3, 4\)
// has: function @sum \(i32, ptr\) variadic
// has: store.32 r[0-9]+ 48
// has: store.32 r[0-9]+ 176
// lacks: cut
#include <stdarg.h>
int sum (int n, ...)
{
    va_list list;
    int s = 0;
    va_start (list, n);
    while (n--)
        s += va_arg (list, int);
    va_end (list);
    return s;
}
int main (void) { return sum (2, 3, 4); }
