// What glibc's macros of ctype.h become in files that are preprocessed.
extern void reach_error (void);
extern char __VERIFIER_nondet_char (void);
const unsigned short **__ctype_b_loc (void);
const int **__ctype_tolower_loc (void);
const int **__ctype_toupper_loc (void);

int
main (void)
{
    char c = __VERIFIER_nondet_char ();
    if ((*__ctype_b_loc ())[(unsigned char) c] & 0x800)
        if (c < '0' || c > '9')
            reach_error ();
    if ((*__ctype_tolower_loc ())['Q'] != 'q'
        || (*__ctype_toupper_loc ())['q'] != 'Q')
        reach_error ();
    if ((*__ctype_tolower_loc ())[-1] != -1
        || (*__ctype_toupper_loc ())[255] != 255
        || (*__ctype_toupper_loc ())[-128] != 128)
        reach_error ();
    return 0;
}
