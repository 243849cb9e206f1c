// verdict: UNSAFE stack use after return
// native: no its memory is still there
// A reference to what was there for one expression.
static const int &
same (const int &x)
{
    return x;
}

int
main ()
{
    const int &r = same (3);
    return r;
}
