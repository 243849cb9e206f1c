// 32 bits: a list is a pointer, and what has 64 bits takes two places.
// options: --bits=32
// has: call variadic @sum \(1, r[0-9]+, r[0-9]+\)|call variadic @sum \(1, 5, 0\)
// has: pointers 4
// lacks: cut
#include <stdarg.h>
long long sum (int n, ...)
{
    va_list list;
    va_start (list, n);
    long long s = va_arg (list, long long);
    va_end (list);
    return s;
}
int main (void) { return (int) sum (1, 5LL); }
