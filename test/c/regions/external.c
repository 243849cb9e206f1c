/* An unknown function may link all that it gets. */
extern void unknown (int **, int *);
int x, y, *p;
int main (void)
{
    unknown (&p, &x);
    *p = 1;
    y = x;
    return y;
}
