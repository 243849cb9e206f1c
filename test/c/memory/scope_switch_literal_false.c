// A literal ends with its block in a switch over a constant, too, whether its
// case stands before the block or in it.
char g;
int
main (void)
{
    char *s = 0;
    switch (1) {
        {
        case 1:
            s = (char[]){1, 2};
        }
        g = s[1];
    }
    return 0;
}
