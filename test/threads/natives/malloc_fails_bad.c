// verdict: UNSAFE access through a null pointer
// options: --engine=explore
// native: no (malloc of the real one does not fail)
#include <stdlib.h>
int main (void)
{
    int *p = malloc (4);
    *p = 1;
    free (p);
    return 0;
}
