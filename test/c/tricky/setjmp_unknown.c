// checks: assert
// Longjmp.
#include <setjmp.h>
#include <assert.h>
static jmp_buf b;
int
main (void)
{
    volatile int n = 0;
    if (setjmp (b)) {
        assert (n == 0);
        return 0;
    }
    n = 1;
    longjmp (b, 1);
}
