// verdict: UNSAFE use of an uninitialised value
// options: --check=uninit
struct flag { int set ; };
int main ()
{
    flag f;
    if (f.set)
        return 1;
    return 0;
}
