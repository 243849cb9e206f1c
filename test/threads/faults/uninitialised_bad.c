// verdict: UNSAFE use of an uninitialised value
// options: --check=uninit --engine=explore
struct flag {
    int set, other;
};
static void reset (struct flag *f)
{
    f->other = 0;
}
int main (void)
{
    struct flag f;
    reset (&f);
    if (f.set)
        return 1;
    return f.other;
}
