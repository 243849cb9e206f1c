/* What alloca made is gone when the function returns. */
#include <alloca.h>

static int *kept;

static void
make (int which)
{
    int *p[2];
    for (int i = 0; i < 2; i++)
        p[i] = alloca (sizeof *p[i]);
    *p[0] = *p[1] = 42;
    kept = p[which];
}

int
main (void)
{
    make (1);
    return *kept;
}
