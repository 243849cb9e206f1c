// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <initializer_list>
struct tree {
    int v;
    tree *l = nullptr, *r = nullptr;
    explicit tree (int n) : v (n) {}
    ~tree () { delete l; delete r; }
    void add (int n) { tree *&t = n < v ? l : r; if (t) t->add (n); else t = new tree (n); }
    void show () const { if (l) l->show (); printf ("%d ", v); if (r) r->show (); }
};
static int ack (int m, int n) { return !m ? n + 1 : !n ? ack (m - 1, 1) : ack (m - 1, ack (m, n - 1)); }
int main ()
{
    tree t (5);
    for (int n : {2, 8, 1, 9, 4})
        t.add (n);
    t.show ();
    printf ("%d\n", ack (2, 3));
}
