// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <memory>
struct node { int v; std::shared_ptr<node> next; std::weak_ptr<node> back; ~node () { printf ("drop %d\n", v); } };
int main ()
{
    auto a = std::make_shared<node> ();
    a->v = 1;
    a->next = std::make_shared<node> ();
    a->next->v = 2;
    a->next->back = a;
    int back = a->next->back.lock ()->v;
    printf ("%ld %ld %d\n", a.use_count (), a->next.use_count (), back);
    std::weak_ptr<node> w = a;
    a.reset ();
    printf ("%d\n", w.expired ());
}
