// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <stdarg.h>
static int total (int n, ...)
{
    va_list list, again;
    va_start (list, n);
    va_copy (again, list);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += va_arg (list, int);
    sum += 100 * va_arg (again, int);
    va_end (again);
    va_end (list);
    return sum;
}
static double mixed (const char *what, ...)
{
    va_list list;
    va_start (list, what);
    double d = 0;
    for (; *what; what++)
        d += *what == 'd' ? va_arg (list, double) : *what == 'l' ? va_arg (list, long) : *va_arg (list, int *);
    va_end (list);
    return d;
}
int main ()
{
    int x = 7;
    printf ("%d %.2f\n", total (3, 1, 2, 3), mixed ("dlp", 0.25, 4L, &x));
}
