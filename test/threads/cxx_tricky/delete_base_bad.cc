// verdict: UNSAFE memory leak
// options: --check=leak
// Without a virtual destructor, delete through the base forgets the derived.
struct base {
    int n = 1;
    ~base () {}
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
