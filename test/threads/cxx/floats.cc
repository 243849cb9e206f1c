// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <math.h>
int main ()
{
    double x = 2;
    for (int i = 0; i < 6; i++)
        x = (x + 3 / x) / 2;
    float f = 0.1f;
    printf ("%.12f %.9f %d %d\n", x, f + 0.2f, (int) -2.7, (int) floor (-2.7));
    printf ("%g %g %u\n", 1e300 * 1e10, sqrt (2.0), (unsigned) 3e9);
}
