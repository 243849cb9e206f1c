// A store to a constant, without a detour: the machine traps.
static const struct {
    int first, second;
} pair = {1, 2};

int
main (void)
{
    *(int *) &pair.second = 3;
    return 0;
}
