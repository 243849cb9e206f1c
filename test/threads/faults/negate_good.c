// verdict: SAFE
// options: --check=overflow --engine=explore
static int opposite (int n)
{
    return n * -1;
}
int main (void)
{
    int least = -2147483647;
    return opposite (least) > 0 ? 0 : 1;
}
