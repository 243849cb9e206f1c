// verdict: SAFE
// options: --check=overflow --engine=explore
// The least number divided by -1.
static long quotient (long a, long b)
{
    return a / b;
}
int main (void)
{
    long least = -9223372036854775807L;
    return quotient (least, -1) > 0 ? 0 : 1;
}
