/* Functions that are LLVM's own; a struct in registers; a call without a
 * prototype. */
extern void __VERIFIER_error (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern int __VERIFIER_nondet_int (void);
extern long long __VERIFIER_nondet_longlong (void);
struct pt {
    int x, y;
};
int kr ();
static struct pt
mk (int a, int b)
{
    struct pt p;
    p.x = a;
    p.y = b;
    return p;
}
int
main (void)
{
    unsigned u = __VERIFIER_nondet_uint ();
    int s = __VERIFIER_nondet_int (), r;
    unsigned ur;
    long long w = __VERIFIER_nondet_longlong ();
    int o = __builtin_add_overflow (s, 1, &r);
    if (o != (s == 2147483647))
        __VERIFIER_error ();
    if (r != (int) ((unsigned) s + 1))
        __VERIFIER_error ();
    o = __builtin_mul_overflow (s, 2, &r);
    if (o != (s > 1073741823 || s < -1073741824))
        __VERIFIER_error ();
    o = __builtin_sub_overflow (u, 1u, &ur);
    if (o != (u == 0))
        __VERIFIER_error ();
    if (__builtin_popcount (0xf0f1u) != 9 || __builtin_clz (1u) != 31
        || __builtin_ctz (8u) != 3)
        __VERIFIER_error ();
    if (u && (u >> (31 - __builtin_clz (u))) != 1)
        __VERIFIER_error ();
    if (u && ((u >> __builtin_ctz (u)) & 1) != 1)
        __VERIFIER_error ();
    if (__builtin_bswap32 (__builtin_bswap32 (u)) != u)
        __VERIFIER_error ();
    if (__builtin_bswap32 (0x01020304u) != 0x04030201u)
        __VERIFIER_error ();
    if (__builtin_rotateleft32 (u, 5) != ((u << 5) | (u >> 27)))
        __VERIFIER_error ();
    if (__builtin_rotateright32 (u, 5) != ((u >> 5) | (u << 27)))
        __VERIFIER_error ();
    if (__builtin_expect (s > 0, 1) != (s > 0))
        __VERIFIER_error ();
    struct pt p = mk (s, 5);
    if (p.x != s || p.y != 5)
        __VERIFIER_error ();
    if (kr (s) != s)
        __VERIFIER_error ();
    if (u > 5)
        __builtin_trap ();
    if (u > 5)
        __VERIFIER_error ();
    switch (s & 3) {
    case 0:
    case 1:
    case 2:
    case 3:
        break;
    default:
        __builtin_unreachable ();
    }
    return 0;
}
int
kr (a)
int a;
{
    return a;
}
