/* Locals whose address is taken, and globals: one value each. */
int g;
static void set (int *p, int v) { *p = v; }
int main (void)
{
    int x = 1, y;
    set (&x, 2);
    y = x;
    g = y;
    return g;
}
