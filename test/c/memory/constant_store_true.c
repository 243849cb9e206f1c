// Constants in name only: a local, and a member of a variable.
static struct {
    int first;
    const int second;
} pair = {1, 2};

int
main (void)
{
    const int local = 4;
    *(int *) &pair.second = 3;
    *(int *) &local = 5;
    return 0;
}
