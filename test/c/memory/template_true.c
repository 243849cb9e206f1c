// checks: unreach-call
// Arrays and structs with initial values, again at each declaration.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

struct pair { char c; int *p; int tail[3]; };
int x = 9;

static int nth (int i, int change)
{
    int a[5] = {1, 2, 3, 4, 5};
    if (change)
        a[i] = 77;
    return a[i];
}

int main (void)
{
    int i = __VERIFIER_nondet_int ();
    if (i < 0 || i > 4)
        return 0;
    for (int k = 0; k < 2; k++) {
        struct pair s = {'a', &x, {1, 2, 3}};
        char text[] = "abcd";
        CHECK (nth (i, k) == (k ? 77 : i + 1));
        CHECK (nth (i, 0) == i + 1);
        CHECK (s.c == 'a' && s.p == &x && *s.p == 9);
        CHECK (text[i] == (i < 4 ? 'a' + i : 0));
        if (i < 3)
            CHECK (s.tail[i] == i + 1);
        s.p = 0;
        text[i] = 'z';
        s.tail[0] = 5;
    }
}
