// Threaded code: addresses of labels, in registers and in a table.
#include <assert.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    static void *const step[] = {&&more, &&twice, &&end};
    int code[4] = {2, 2, 2, 2}, x = 1, at = 0;
    for (int i = 0; i < 3; i++) {
        code[i] = __VERIFIER_nondet_int ();
        if (code[i] < 0 || code[i] > 2)
            return 0;
    }
    void *end = &&end;
    assert (end == step[2] && end != step[0] && end);
    goto *step[code[at++]];
more:
    x++;
    goto *step[code[at++]];
twice:
    x *= 2;
    goto *step[code[at++]];
end:
    assert (x >= 1 && x <= 8);
    return 0;
}
