char g;
int
main (void)
{
    char *s = 0;
    switch (1) {
        {
        case 1:
            s = (char[]){1, 2};
            g = s[1];
        }
        s = &g;
    }
    return *s;
}
