// verdict: SAFE
// options: --check=uninit
struct flag { int set = 0; };
int main ()
{
    flag f;
    if (f.set)
        return 1;
    return 0;
}
