// verdict: UNSAFE access out of bounds
// options: --engine=explore
// native: no
#include <stdio.h>
int main (void)
{
    char word[3] = {'a', 'b', 'c'};
    printf ("%s\n", word);
    return 0;
}
