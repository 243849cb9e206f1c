// Virtual calls, constructors, names as people write them, thread-local objects.
// has: constant @_ZTV7derived 40 = .*\[8\] @_ZTI7derived
// has: callptr r
// has: constructor @_GLOBAL__sub_I_
// holds: shapes::largest<int>
// holds: derived::get
// has: = tls 0
// has: native _Znwm \(16\)
// lacks: cut
struct base { int x; base () : x (1) { } virtual ~base () { x = 0; } virtual int get () { return x; } };
struct derived : base { int get () override { return 2; } };
namespace shapes { template <class T> T largest (T a, T b) { return a < b ? b : a; } }
static derived global;
static thread_local int mine = 4;
int main ()
{
    base *p = &global, *q = new derived;
    int n = shapes::largest (p->get (), q->get ()) + mine;
    delete q;
    return n;
}
