/* Function pointers, in a table and in a struct. */
static int one (int *p) { return *p; }
static int two (int *p) { *p = 2; return 0; }
static void other (void) {}
struct ops { int (*run) (int *); void (*stop) (void); };
static struct ops ops = {one, other};
static int (*table[2]) (int *) = {one, two};
int x, y;
int main (int argc, char **argv)
{
    ops.run (&x);
    ops.stop ();
    return table[argc] (&y);
}
