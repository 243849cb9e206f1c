// checks: valid-memsafety
// Locals of inner blocks, used through pointers while they are there.
static int
first (const int *p)
{
    return p[0];
}

int
main (void)
{
    int sum = 0, *p = &sum;
    for (int i = 0; i < 3; i++) {
        int own[2] = {i, sum};
        if (i == 1) {
            int inner = own[1];
            sum = first (&inner);
        }
        sum += first (own) + first ((int[]){1});
    }
    return *p - 6;
}
