// verdict: SAFE
// options: --engine=explore
#include <stdio.h>
int main (void)
{
    char word[3] = {'a', 'b', 'c'};
    printf ("%.3s\n", word);
    return 0;
}
