// verdict: SAFE
// options: --check=uninit --engine=explore
struct flag {
    int set, other;
};
static void reset (struct flag *f)
{
    f->set = 0;
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
