/* Bytes that are accessed in two ways. */
union { int i; char c[4]; } u;
union { int i; float f; } v;
union { int i; int *p; } w;
int x, y;
struct { unsigned a : 3, b : 7; int c; } f;
int main (void)
{
    u.i = 1;
    u.c[1] = 2;
    v.f = 1;
    x = v.i;
    w.p = &y;
    *w.p = w.i;
    f.a = 1;
    f.b = 2;
    f.c = 3;
    return u.i;
}
