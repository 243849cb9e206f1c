// Tickets that wrap around: two numbers stay as far apart as they were.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);

int
main (void)
{
    unsigned next = __VERIFIER_nondet_uint (), served = next, mine = 0;
    int state = 0;
    while (__VERIFIER_nondet_int ()) {
        if (state == 0) {
            if (next != served)
                reach_error ();
            mine = next++;
            state = 1;
        } else if (mine == served) {
            if (next != served + 1)
                reach_error ();
            served = served + 1;
            state = 0;
        }
    }
    return 0;
}
