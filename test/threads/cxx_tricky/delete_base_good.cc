// verdict: SAFE
// options: --check=leak
// With a virtual destructor, delete through the base finds the derived.
struct base {
    int n = 1;
    virtual ~base () {}
};
struct derived : base {
    int *more = new int (2);
    ~derived () { delete more; }
};
int main ()
{
    base *b = new derived;
    delete b;
}
