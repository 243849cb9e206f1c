// verdict: UNSAFE access out of bounds
// options: --engine=explore
#include <stdio.h>
int main (void)
{
    char word[3] = {'a', 'b', 'c'};
    printf ("%s\n", word);
    return 0;
}
