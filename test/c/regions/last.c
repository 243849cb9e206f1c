/* &a[i] may be just past the end, where p[-1] is the last element. */
struct { int before; int a[4]; int after; } s;
int main (int argc, char **argv)
{
    int *p = &s.a[argc];
    p[-1] = 1;
    s.after = 2;
    s.before = 3;
    return s.a[3];
}
