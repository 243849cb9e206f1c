// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct account {
    int balance = 0;
    int deposit (int n) { return balance += n; }
    int withdraw (int n) { return balance -= n; }
};
int main ()
{
    int (account::*how[]) (int) = {&account::deposit, &account::withdraw};
    int account::*what = &account::balance;
    account a;
    for (int i = 0; i < 4; i++)
        printf ("%d ", (a.*how[i & 1]) (i * 3));
    printf ("%d\n", a.*what);
}
