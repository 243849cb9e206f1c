// verdict: UNSAFE uncaught exception
// A pure virtual function is called while the base is being built.
struct shape {
    shape () { grow (); }
    void grow () { resize (2); }
    virtual void resize (int) = 0;
    virtual ~shape () {}
};
struct circle : shape {
    int radius;
    void resize (int n) override { radius = n; }
};
int main ()
{
    circle c;
    return c.radius;
}
