// verdict: SAFE
// options: --engine=explore --check=assert,access,free,uninit
// output: yes
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int say (char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    int n = vsnprintf (to, size, format, list);
    va_end (list);
    return n;
}
int main (void)
{
    char buffer[64];
    printf ("%d|%5d|%-5d|%05d|%+d|% d|%i\n", 1, 2, 3, 4, 5, 6, -7);
    printf ("%u|%x|%X|%#x|%o|%#o\n", 4000000000u, 255u, 255u, 255u, 8u, 8u);
    printf ("%hhd|%hd|%ld|%lld|%zu|%jd|%td\n", (signed char) -3, (short) -4, -5L,
            -6LL, sizeof buffer, (long) 7, (long) 8);
    printf ("%c|%3c|%-3c|%%|%s|%8s|%-8s|%.2s|%.*s\n", 'a', 'b', 'c', "str", "right",
            "left", "cut", 3, "stars");
    printf ("%f|%.2f|%8.3f|%e|%g|%g|%a|%G\n", 1.5, 2.345, -3.14159, 12345.678, 0.0001,
            1e10, 1.0, 1e-20);
    printf ("%*d|%-*d|%.3d|%f\n", 6, 42, 6, 42, 7, 1.0f);
    assert (sprintf (buffer, "%d-%s", 12, "ab") == 5 && !strcmp (buffer, "12-ab"));
    assert (snprintf (buffer, 4, "%s", "abcdef") == 6 && !strcmp (buffer, "abc"));
    assert (say (buffer, sizeof buffer, "%d %s %c %.1f %lld", 1, "two", '3', 4.0, 5LL) == 13);
    puts (buffer);
    putchar ('x');
    fputs ("y\n", stdout);
    fprintf (stdout, "%s\n", "end");
    fflush (stdout);
    return 0;
}
