// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
int main ()
{
    printf ("%5d|%-5d|%05d|%+d|%x|%X|%o|%c|%%\n", 42, 42, 42, 42, 48879, 48879, 8, 'z');
    printf ("%s|%10s|%-10s|%.2s\n", "abc", "abc", "abc", "abc");
    printf ("%ld %lu %lld %hhd %zu\n", -1L, 1UL, 1LL << 40, (char) 200, sizeof (int));
    printf ("%8.3f|%e|%g\n", 3.14159, 12345.678, 0.0001);
    putchar ('!');
    puts ("");
}
