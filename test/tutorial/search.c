/* Finds a number in a sorted table. */
#include <assert.h>

extern int __VERIFIER_nondet_int (void);

enum { ENTRIES = 6 };
static const int table[ENTRIES] = { 2, 3, 5, 7, 11, 13 };

/* The index of key in the table, or -1. */
static int
find (int key)
{
    int low = 0, high = ENTRIES;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int
main (void)
{
    int key = __VERIFIER_nondet_int ();
    int index = find (key);
    assert (index == -1 || table[index] == key);
}
