// The local of the round before is used when this round has its own; no
// sanitizer sees it, so it cannot be confirmed.
static char *kept;

int
main (void)
{
    char other[2] = {0, 1};
    int sum = 0, i = 0;
    kept = other;
    do {
        char own[4];
        own[1] = 1;
        sum += kept[1];
        kept = own;
        if (++i == 2)
            return 0;
    } while (1);
}
