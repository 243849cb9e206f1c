// verdict: SAFE
// Objects of blocks are used while they are there, whichever way they are left.
#include <cassert>

struct counted {
    int n;
    explicit counted (int of) : n (of) {}
    ~counted () { n = 0; }
};

static const int &
same (const int &x)
{
    return x;
}

static int
part (int way)
{
    const int *p = nullptr;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        counted own (i + 1);
        p = &own.n;
        if (way == 1 && i)
            return sum + *p;
        if (way == 2 && i)
            continue;
        sum += *p + same (i);
        try {
            counted inner (5);
            p = &inner.n;
            if (way == 3)
                throw *p;
        } catch (int n) {
            p = &n;
            sum += *p;
        }
        p = &own.n;
        sum += *p;
    }
    const counted &kept = counted (7);
    return sum + kept.n;
}

int
main ()
{
    assert (part (0) == 1 + 1 + 2 + 1 + 2 + 3 + 2 + 3 + 7 - 0);
    assert (part (1) == 2 + 2);
    assert (part (2) == 2 + 7);
    assert (part (3) == 15 + 15 + 7);
    return 0;
}
