// Arrays of variable length, and alloca, while they are there.
#include <alloca.h>

static int
last (int n)
{
    int all[n];
    for (int i = 0; i < n; i++)
        all[i] = i;
    return all[n - 1];
}

int
main (void)
{
    int *before = 0, sum = 0;
    for (int i = 1; i < 4; i++) {
        int *p = alloca (sizeof *p);
        *p = before ? *before + i : i;
        before = p;
        sum += last (i);
    }
    return sum + *before - 9;
}
