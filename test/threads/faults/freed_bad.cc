// verdict: UNSAFE use after free
struct item { int v; virtual int get () { return v; } virtual ~item () {} };
int main ()
{
    item *p = new item ();
    p->v = 1;
    delete p;
    int x = p->get ();
    if (x == 1)
        p = nullptr;
    return 0;
}
