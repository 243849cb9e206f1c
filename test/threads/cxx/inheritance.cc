// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct left { int l = 1; virtual int get () { return l; } virtual ~left () {} };
struct right { int r = 2; virtual int twice () { return 2 * r; } virtual ~right () {} };
struct both : left, right {
    int get () override { return l + r; }
    int twice () override { return 20 * r; }
};
int main ()
{
    both b;
    left *pl = &b;
    right *pr = &b;
    printf ("%d %d\n", pl->get (), pr->twice ());
    both *back = static_cast<both *> (pr);
    printf ("%d\n", back == &b);
}
