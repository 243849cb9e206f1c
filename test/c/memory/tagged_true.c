// Pointers with a tag in the lowest bit, and two that are mixed by xor.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int
main (void)
{
    int all[8] = {0}, *heap = malloc (sizeof *heap), *p;
    if (!heap)
        return 0;
    *heap = 3;
    uintptr_t tagged = (uintptr_t) heap | 1;
    p = (int *) (tagged & ~(uintptr_t) 1);
    assert (*p == 3 && p == heap);
    uintptr_t mixed = (uintptr_t) all ^ (uintptr_t) (all + 4);
    p = (int *) ((uintptr_t) all ^ mixed);
    *p = 5;
    assert (all[4] == 5);
    free (heap);
    return 0;
}
