// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <list>
#include <deque>
int main ()
{
    std::list<int> l{3, 1, 2};
    l.push_front (9);
    l.sort ();
    l.remove (2);
    for (int x : l)
        printf ("%d ", x);
    std::deque<int> d;
    for (int i = 0; i < 6; i++)
        i & 1 ? d.push_back (i) : d.push_front (i);
    for (int x : d)
        printf ("%d ", x);
    puts ("");
}
