#include <stdio.h>
int main (void)
{
    int six = 6;
    printf ("%d times %d is %d\n", six, 7, six * 7);
    puts ("done");
    return 0;
}
