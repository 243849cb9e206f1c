// What is written to the first of two structs does not count for its copy.
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
    int i = 0;
    while (y.at[i])
        i++;
    if (i != 39)
        reach_error ();
    return 0;
}
