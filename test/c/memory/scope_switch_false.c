// A switch over a constant has blocks, too: clang emits one case of it only.
int
main (void)
{
    char *s;
    switch (sizeof (int)) {
    case 8:
        return 0;
    case 4: {
        char b[4];
        b[1] = 1;
        s = b;
        break;
    }
    }
    return s[1];
}
