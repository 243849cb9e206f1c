extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);
struct point { int x, y; };
struct pair { struct point at[2]; int count; };
static struct pair all;
static int
put (struct pair *p, int x)
{
    int slot = p->count;
    p->at[slot].x = x;
    p->at[slot].y = -x;
    p->count = slot + 1;
    return slot;
}
int
main (void)
{
    struct point here = {1, 2};
    put (&all, here.x);
    put (&all, __VERIFIER_nondet_int ());
    here.y = all.at[1].y;
    if (here.y == -5)
        reach_error ();
    return 0;
}
