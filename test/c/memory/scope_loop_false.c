// The local of the round before.
static int *p, other;

int
main (void)
{
    p = &other;
    for (int i = 0; i < 3; i++) {
        *p = 1;
        int own = i;
        p = &own;
    }
    return 0;
}
