// verdict: UNSAFE uncaught exception
// What leaves a noexcept function ends the program, though main would catch it.
static void leaf (int n)
{
    if (n)
        throw n;
}
static void quiet (int n) noexcept { leaf (n); }
int main ()
{
    try {
        quiet (0);
        quiet (1);
    } catch (...) {
    }
}
