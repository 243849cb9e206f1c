/* Opaque contents of a union say nothing about how it is used; those of a local
 * that is written in part are regions as well. */
union value { int number; int *pointer; };
static void set (int **p, int *to) { *p = to; }
static void one (int *p) { *p = 1; }
int x;
int main (void)
{
    union value v;
    struct { int a, b; } s;
    set (&v.pointer, &x);
    one (&s.a);
    *v.pointer = s.a;
    return s.b;
}
