/* given.h -- what the walk decided, given to the program: inputs, parts of copies,
 * whether malloc fails; and what only the machine has. */
/* VLOCK and VUNLOCK. */
__attribute__ ((weak)) void
__cohort_lock (void *p, size_t n)
{
    int i;
    in ();
    for (i = 0; i < LOCKS; i++) {
        struct bytes held = {lk[i].lock, lk[i].size}, wanted = {p, n};
        if (!lk[i].depth || lk[i].owner == me || !meet (held, wanted))
            continue;
        th[me].on = lk[i].lock;
        look ();
        wait_here ();
        i = -1;
    }
    th[me].on = NULL;
    owns (p, n, 1);
    out ();
}

__attribute__ ((weak)) void
__cohort_unlock (void *p, size_t n)
{
    int i = 0;
    in ();
    while (i < LOCKS
           && !(lk[i].lock == p && lk[i].size == n && lk[i].depth
                && lk[i].owner == me))
        i++;
    misuse (i == LOCKS);
    if (i < LOCKS)
        owns (p, n, -1);
    tell ();
    out ();
}

static unsigned long long
input (void)
{
    return at_input < INPUTS ? inputs[at_input++] : 0;
}

#define NONDET(type, name)               \
    type __VERIFIER_nondet_##name (void) \
    {                                    \
        return (type) input ();          \
    }
NONDET (int, int)
NONDET (unsigned, uint)
NONDET (long, long)
NONDET (unsigned long, ulong)
NONDET (char, char)
NONDET (short, short)
NONDET (unsigned char, uchar)
NONDET (unsigned short, ushort)
NONDET (_Bool, bool)
NONDET (long long, longlong)
NONDET (unsigned long long, ulonglong)
NONDET (size_t, size_t) void __VERIFIER_assume (int so)
{
    if (!so)
        end (43, "an assumption does not hold");
}

void
__VERIFIER_assert (int so)
{
    if (!so)
        abort ();
}

void
__VERIFIER_error (void)
{
    abort ();
}

void reach_error (void) __attribute__ ((weak));
void
reach_error (void)
{
    abort ();
}

void
__VERIFIER_atomic_begin (void)
{
}

void
__VERIFIER_atomic_end (void)
{
}

void
__cohort_begin_atomic (void)
{
}

void
__cohort_end_atomic (void)
{
}

void
__cohort_priority (int n)
{
    (void) n;
}

void
__cohort_assert (int so, const char *t)
{
    if (!so) {
        fprintf (stderr, "VASSERT (%s) fails\n", t);
        abort ();
    }
}

long long
__cohort_range (long long low, long long high)
{
    return low < high && at_range < RANGES ? low + ranges[at_range++] : low;
}

/* Does a weak compare-exchange fail?  x86 never does that by itself. */
int
__cohort_weak (void)
{
    in ();
    int so = !everybody && at_weak < WEAKS && weaks[at_weak++];
    out ();
    return so;
}

/* The next part of a copy, in the turn that this takes. */
static size_t
part (int line, const char *to, size_t written, const char *from, size_t size)
{
    size_t left = written ? written : size, n;
    __cohort_turn (line, to, written, from, size, 0);
    in ();
    n = !everybody && at_part < PARTS ? (size_t) parts[at_part++] : left;
    out ();
    return n && n < left ? n : left;
}

int
__cohort_copy (int line, char *to, const char *from, size_t n)
{
    size_t k;
    do {
        k = part (line, to, n, from, n);
        memmove (to, from, k);
        to += k;
        from += k;
        n -= k;
    } while (n);
    return 0;
}

int
__cohort_fill (int line, char *to, int byte, size_t n)
{
    size_t k;
    do {
        k = part (line, to, n, NULL, 0);
        memset (to, byte, k);
        to += k;
        n -= k;
    } while (n);
    return 0;
}

int
__cohort_compare (int line, const char *a, const char *b, size_t n)
{
    size_t k;
    int r;
    do {
        k = part (line, a, 0, b, n);
        r = memcmp (a, b, k);
        a += k;
        b += k;
        n -= k;
    } while (n && !r);
    return r;
}

void *
__wrap_malloc (size_t n)
{
    return at_malloc < MALLOCS && mallocs[at_malloc++] ? NULL
                                                       : __real_malloc (n);
}

#define MISSING(name)                        \
    __attribute__ ((weak)) void *name (void) \
    {                                        \
        end (44, #name " is the machine's"); \
        return NULL;                         \
    }
MISSING (__cohort_await)
/* std::exception_ptr as the program has it is a pointer; the library's are
   hidden behind the program's, so they are asked for by name. */
struct held {
    void *exception;
};
typedef void on_held (struct held *);
static void *
held_do (const char *name, void *exception)
{
    struct held h = {exception};
    on_held *f = (on_held *) dlsym (RTLD_NEXT, name);
    if (!f)
        end (44, "the library has no exceptions to hold");
    f (&h);
    return h.exception;
}

#define HELD "_ZNSt15__exception_ptr13exception_ptr"
void
__cohort_exception_hold (void *e)
{
    held_do (HELD "9_M_addrefEv", e);
}

void
__cohort_exception_drop (void *e)
{
    held_do (HELD "10_M_releaseEv", e);
}

void *
__cohort_exception_current (void)
{
    return held_do ("_ZSt17current_exceptionv", NULL);
}

void
__cohort_exception_rethrow (void *e)
{
    held_do ("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_"
             "ptrE",
             e);
}

__attribute__ ((weak)) int
__cohort_disjoint (const char *p, const char *q, size_t n)
{
    return p < q || p > q + n;
}
