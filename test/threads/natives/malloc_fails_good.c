// verdict: SAFE
// options: --engine=explore
#include <stdlib.h>
int main (void)
{
    int *p = malloc (4);
    if (p)
        *p = 1;
    free (p);
    return 0;
}
