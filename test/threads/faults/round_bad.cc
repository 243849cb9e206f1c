// verdict: UNSAFE stack use after return
// native: no its memory is still there
// An object of the round before is used when this round has its own.
int
main ()
{
    int other = 1, sum = 0, *kept = &other;
    for (int i = 0; i < 2; i++) {
        int own = i;
        sum += *kept;
        kept = &own;
    }
    return sum;
}
