// verdict: UNSAFE assertion failed
// options: --engine=explore
#include <assert.h>
#include <stdlib.h>
int n;
void first (void)
{
    assert (n == 0);
}
void second (void)
{
    n = 1;
}
int main (void)
{
    atexit (first);
    atexit (second);
    exit (0);
}
