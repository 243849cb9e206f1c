/* One parameter for two objects: one region, not unique. */
static void set (int *p) { *p = 1; }
int a, b, c;
int main (void)
{
    set (&a);
    set (&b);
    c = 3;
    return a + b + c;
}
