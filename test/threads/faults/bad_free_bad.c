// verdict: UNSAFE invalid free
// options: --engine=explore
#include <stdlib.h>
int main (void)
{
    int *a = malloc (4 * sizeof *a);
    if (!a)
        return 0;
    int *end = a + 4;
    for (a[0] = 0; a[0] < 3; a[0]++)
        ;
    free (end - 3);
}
