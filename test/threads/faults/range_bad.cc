// verdict: UNSAFE assertion failed
#include <cohort.h>
int main ()
{
    int x = 0, y = 0;
    RANGE (x, 0, 3);
    RANGE (y, 1, 2);
    VASSERT (x + y < 5);
}
