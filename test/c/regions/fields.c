/* Arrays inside structs keep to themselves; arrays of structs by field. */
struct in { int n; int a[4]; char c; } s;
struct pair { int x; short y; } p[5];
struct big { long long b; int i; } q[3];
static int get (struct pair *v) { return v->x + v->y; }
int main (int argc, char **argv)
{
    s.n = 1;
    s.a[argc] = s.n;
    s.c = 2;
    int *d = s.a;
    d[argc] = 3;
    p[argc].x = 4;
    p[2].y = 5;
    q[argc].b = 6;
    q[argc].i = 7;
    return get (&p[argc]) + s.a[0];
}
