// verdict: UNSAFE division by zero
// options: --check=division
static int average (int sum, int n) { return sum / n; }
int main ()
{
    int n = 0;
    return average (0, n);
}
