// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
static int next () { static int n = 10; return n++; }
struct counter { counter () { puts ("once"); } int n = 0; };
static counter &only () { static counter c; return c; }
struct holder { static int shared; };
int holder::shared = next ();
int main ()
{
    only ().n++;
    only ().n++;
    printf ("%d %d %d\n", next (), only ().n, holder::shared);
}
