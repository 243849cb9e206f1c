// verdict: SAFE
// options: --engine=explore
#include <stdio.h>
int main (void)
{
    char word[4];
    sprintf (word, "%d", 123);
    return 0;
}
