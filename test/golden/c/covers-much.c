/* Sums, quotients, shifts, memory: each may go wrong, none is asked for. */
extern int __VERIFIER_nondet_int (void);
void *malloc (unsigned long);

int
main (void)
{
    int n = __VERIFIER_nondet_int (), sum = 0, unset;
    char *kept = malloc (3);
    for (int i = 0; i < 3; i++)
        sum += __VERIFIER_nondet_int ();
    if (kept && n == 7)
        kept[0] = (char) unset;
    return (sum / n) << n;
}
