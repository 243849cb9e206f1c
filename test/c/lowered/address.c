// Constant parts of addresses are one number; of globals, none at all.
// has: load.32 @global\+12
// has: = offset.64 r0 28 1
// has: = offset.64 @global r[0-9]+ 16
// has: store.32 @global\+4 7
// has: store.64 @global\+24 9
// lacks: cut
// lacks: offset.64 @global [0-9]
struct item { int a, b; long c; } global[3];
struct nested { int a; struct { int b[4]; struct item i; } n; };
int fixed (void) { return global[0].a + *(&global[0].b + 2); }
int deep (struct nested *p) { return p->n.i.b + (&p->n)->b[1]; }
int variable (int i) { return global[i].a; }
int main (void)
{
    struct nested n = {0};
    struct item *p = global, *q = p + 1;
    global[0].b = 7;
    q->c = 9;
    return fixed () + deep (&n) + variable (1);
}
