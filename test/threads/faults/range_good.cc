// verdict: SAFE
#include <cohort.h>
int main ()
{
    int x = 0, y = 0;
    RANGE (x, 0, 2);
    RANGE (y, 1, 2);
    VASSERT (x + y < 5);
}
