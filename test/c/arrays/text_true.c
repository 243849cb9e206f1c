// Bytes: what was replaced is nowhere any more, up to a length that nobody knows.
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern void reach_error (void);

enum { MOST = 3000 };
static char text[MOST];

int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint ();
    if (n > MOST)
        return 0;
    for (unsigned i = 0; i < n; i++)
        text[i] = __VERIFIER_nondet_char ();
    for (unsigned i = 0; i < n; i++)
        if (text[i] == '\n')
            text[i] = ' ';
    for (unsigned i = 0; i < n; i++)
        if (text[i] == '\n')
            reach_error ();
    return 0;
}
