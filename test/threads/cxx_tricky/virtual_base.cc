// verdict: SAFE
// output: yes
// While a base is built, virtual calls are its own; the most derived class
// builds the virtual base.
#include <cstdio>
struct root {
    int id;
    explicit root (int n) : id (n) { std::printf ("root %d %s\n", n, name ()); }
    virtual const char *name () const { return "root"; }
    virtual ~root () { std::printf ("~root %s\n", name ()); }
};
struct left : virtual root {
    left () : root (1) { std::printf ("left %s\n", name ()); }
    const char *name () const override { return "left"; }
    ~left () { std::printf ("~left %s\n", name ()); }
};
struct right : virtual root {
    right () : root (2) { std::printf ("right %s\n", name ()); }
};
struct bottom : left, right {
    bottom () : root (3) { std::printf ("bottom %s\n", name ()); }
    const char *name () const override { return "bottom"; }
};
int main ()
{
    root *r = new bottom;
    std::printf ("%d %s\n", r->id, r->name ());
    left *l = dynamic_cast<left *> (r);
    right *s = dynamic_cast<right *> (r);
    std::printf ("%d %d\n", l != nullptr, static_cast<root *> (s) == r);
    delete r;
}
