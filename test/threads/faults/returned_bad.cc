// verdict: UNSAFE stack use after return
static int *leak_it ()
{
    int n = 1;
    int *p = &n;
    return p;
}
int main () { return *leak_it () - 1; }
