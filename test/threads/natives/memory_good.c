// verdict: SAFE
// options: --engine=explore --check=assert,access,free,leak,uninit
// output: yes
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int *grown (int *a, size_t count)
{
    int *b = realloc (a, count * sizeof *a);
    if (b)
        return b;
    free (a);
    exit (0);
}
int main (void)
{
    int *a = calloc (4, sizeof *a);
    if (!a)
        return 0;
    for (int i = 0; i < 4; i++)
        assert (a[i] == 0);
    a[3] = 9;
    a = grown (a, 8);
    assert (a[3] == 9);
    a[7] = 1;
    a = grown (a, 1);
    void *p;
    if (posix_memalign (&p, 64, 10)) {
        free (a);
        return 0;
    }
    memset (p, 'x', 9);
    ((char *) p)[9] = 0;
    printf ("%s %d\n", (char *) p, a[0]);
    char one[8] = "abcdefg", two[8];
    memcpy (two, one, 8);
    assert (!memcmp (one, two, 8));
    memmove (one + 1, one, 6);
    printf ("%s %d\n", one, memcmp (one, two, 8) < 0);
    int *held[2] = {a, 0}, *copy[2];
    memcpy (copy, held, sizeof held);
    assert (copy[0] == a && *copy[0] == 0 && !copy[1]);
    free (p);
    free (a);
    free (NULL);
    return 0;
}
