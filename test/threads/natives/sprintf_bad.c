// verdict: UNSAFE access out of bounds
// options: --engine=explore
#include <stdio.h>
int main (void)
{
    char word[4];
    sprintf (word, "%d", 1234);
    return 0;
}
