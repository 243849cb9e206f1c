/* Elements of two arrays are copied: each field is the same everywhere. */
struct s { int *p; int n; } a[3], b[3], c;
int x, y;
int main (int argc, char **argv)
{
    a[0].p = &x;
    b[1].p = &y;
    c = a[argc];
    b[argc] = c;
    *b[1].p = c.n;
    return x;
}
