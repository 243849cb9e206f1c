// options: --strict
// The pointer is used in the case; what cannot be reached is not looked at.
void nobody_has_this (char **);
int
main (void)
{
    char *s, outer[2] = {0, 1};
    switch (sizeof (int)) {
    case 8:
        nobody_has_this (&s);
        __asm__ ("nop");
        break;
    case 4: {
        char b[4];
        b[1] = 1;
        s = b;
        s[1] = 2;
        s = outer;
        break;
    }
    default:
        s = 0;
        break;
    }
    return s[1];
}
