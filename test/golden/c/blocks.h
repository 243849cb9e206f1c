/* Ways to leave a block, most of which clang folds: WAY chooses one, LATE whether
 * the block's local is used when it is gone. */
extern int __VERIFIER_nondet_int (void);
static char *s, outer[4], got;

#define LOCAL                                                                  \
    char b[4];                                                                 \
    b[1] = 1;                                                                  \
    s = b;                                                                     \
    if (!LATE) {                                                               \
        got = s[1];                                                            \
        s = outer;                                                             \
    }

int
main (void)
{
    int n = __VERIFIER_nondet_int ();
    s = outer;
#if WAY == 0
    switch (1) { case 1: { { LOCAL break; } } case 2: got = 1; }
#elif WAY == 1
    switch (n) { case 1: switch (2) { case 2: { LOCAL break; } } got = s[1]; }
#elif WAY == 2
    switch (3) { case 1: break; default: { LOCAL break; } }
#elif WAY == 3
    switch (n) { case 1 ... 5: { LOCAL break; } default: return 0; }
#elif WAY == 4
    if (n || 1) { LOCAL }
#elif WAY == 5
    if (0 && n) got = 1; else { LOCAL }
#elif WAY == 6
    do { LOCAL if (n) break; continue; } while (0);
#elif WAY == 7
    for (;;) { LOCAL if (n) goto out; break; }
out:;
#elif WAY == 8
    got = 1 && ({ LOCAL 1; });
#elif WAY == 9
    got = _Generic (n, int: ({ LOCAL 1; }), default: 0);
#elif WAY == 10
    goto in;
    { in:; LOCAL }
#elif WAY == 11
    for (int i = 0; i < 2; i++)
        switch (1) { case 1: { got = s[1]; LOCAL continue; } }
#elif WAY == 12
    switch (1) { case 1: { s = LATE ? (char[]){1, 2} : outer; break; } }
#elif WAY == 13
    do { got = s[1]; LOCAL if (n > 3) return 0; } while (1);
#endif
    return s[1];
}
