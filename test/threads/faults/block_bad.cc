// verdict: UNSAFE stack use after return
// native: no its memory is still there
// A pointer to an object of a block that was left, beside a destructor.
struct counted {
    int n;
    explicit counted (int of) : n (of) {}
    ~counted () { n = 0; }
};

int
main ()
{
    const int *p = nullptr;
    for (int i = 0; i < 2; i++) {
        counted own (i);
        p = &own.n;
        if (own.n)
            break;
    }
    return *p;
}
