// verdict: SAFE
// options: --check=overflow
static int next (int n) { return n + 1; }
int main () { return next (2147483646) > 0 ? 0 : 1; }
