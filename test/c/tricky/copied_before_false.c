// As copied_before_true.c, but it is copied again.
extern void reach_error (void);

struct text {
    char at[40];
};

int
main (void)
{
    struct text x, y;
    for (int i = 0; i < 40; i++)
        x.at[i] = 1;
    x.at[39] = 0;
    y = x;
    x.at[39] = 1;
    y = x;
    int i = 0;
    while (y.at[i])
        i++;
    if (i != 39)
        reach_error ();
    return 0;
}
