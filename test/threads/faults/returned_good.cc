// verdict: SAFE
static int *leak_it ()
{
    static int n = 1;
    int *p = &n;
    return p;
}
int main () { return *leak_it () - 1; }
