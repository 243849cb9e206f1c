// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <bitset>
#include <queue>
int main ()
{
    std::bitset<20> b (5);
    b.set (9);
    b.flip (0);
    std::priority_queue<int> q;
    for (int x : {4, 8, 1, 6})
        q.push (x);
    printf ("%zu %lu ", b.count (), b.to_ulong ());
    while (!q.empty ()) {
        printf ("%d ", q.top ());
        q.pop ();
    }
    puts ("");
}
