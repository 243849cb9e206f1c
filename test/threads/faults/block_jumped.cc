// verdict: UNKNOWN
// options: --strict
// reason: locals are not used after their block
// Of a variable whose declaration is jumped over clang does not say where it
// ends.
static int
pick (int n)
{
    int other = 1, *p = &other;
    switch (n) {
    case 0:
        other = 2;
        int own;
    case 1:
        own = 1;
        p = &own;
    }
    return *p;
}

int
main ()
{
    return pick (1);
}
