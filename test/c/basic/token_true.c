// A number from outside goes round: who counts it up, and how often, is control.
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_error (void);

int token, local, turn, rounds;

int main (void)
{
    while (1) {
        if (turn == 0) {
            if (rounds && token != local + 3)
                __VERIFIER_error ();
            token = __VERIFIER_nondet_int ();
            local = token;
            rounds = 1;
            turn = 1;
        } else {
            token += 1;
            turn = turn == 3 ? 0 : turn + 1;
        }
    }
}
