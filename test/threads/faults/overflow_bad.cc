// verdict: UNSAFE signed overflow
// options: --check=overflow
static int next (int n) { return n + 1; }
int main () { return next (2147483647) > 0 ? 0 : 1; }
