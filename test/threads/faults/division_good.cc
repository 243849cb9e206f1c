// verdict: SAFE
// options: --check=division
static int average (int sum, int n) { return sum / n; }
int main ()
{
    int n = 1;
    return average (0, n);
}
