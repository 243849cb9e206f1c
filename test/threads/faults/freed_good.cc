// verdict: SAFE
struct item { int v; virtual int get () { return v; } virtual ~item () {} };
int main ()
{
    item *p = new item ();
    p->v = 1;
    int x = p->get ();
    if (x == 1)
        p = nullptr;
    return 0;
}
