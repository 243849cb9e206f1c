// verdict: SAFE
// options: --engine=explore
// An invalid read.
#include <stdlib.h>
struct matrix {
    int cell[3][3];
};
static int diagonal (const struct matrix *m)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += m->cell[i][i];
    return sum;
}
int main (void)
{
    struct matrix *m = calloc (1, sizeof *m);
    if (!m)
        return 0;
    m->cell[1][1] = 4;
    int d = diagonal (m);
    free (m);
    return d - 4;
}
