/* stream.c -- std::cout, std::cerr: what is written to them is printed at once.
 *
 * As far as headers look into them, they are as libstdc++ has them: the virtual
 * base at 8 (its offset 3 words before the table), in it precision at 8, width at
 * 16, flags at 24, fill at 224. */
typedef __SIZE_TYPE__ size;
int printf (const char *, ...);
int snprintf (char *, size, const char *, ...);
int putchar (int);

struct ios {
    void *table;
    long precision, width;
    unsigned flags, rest[47];
    void *tie;
    char fill, filled, more[38];
};
struct stream {
    const long *table;
    struct ios ios;
};
static const long table[8] = {8, 0, 0, 0, 0, 0, 0, 0};
#define STREAM                                 \
    {                                          \
        table + 3,                             \
        {                                      \
            0, 6, 0, 4098, {0}, 0, ' ', 1, {0} \
        }                                      \
    }
struct stream _ZSt4cout = STREAM, _ZSt4cerr = STREAM, _ZSt4clog = STREAM;
struct stream _ZSt3cin = STREAM;

enum {
    BOOLALPHA = 1,
    FIXED = 4,
    HEX = 8,
    INTERNAL = 16,
    LEFT = 32,
    OCT = 64,
    SCIENTIFIC = 256,
    SHOWBASE = 512,
    SHOWPOINT = 1024,
    SHOWPOS = 2048,
    UPPERCASE = 16384
};

static void
put (struct stream *s, const char *text, size n)
{
    if (s == &_ZSt4cout)
        for (size i = 0; i < n; i++)
            putchar (text[i]);
}

static struct stream *
padded (struct stream *s, const char *text, size n)
{
    long pad = s->ios.width - (long) n;
    if (s->ios.width)
        s->ios.width = 0;
    if (pad > 0 && !(s->ios.flags & LEFT))
        for (; pad > 0; pad--)
            put (s, &s->ios.fill, 1);
    put (s, text, n);
    for (; pad > 0; pad--)
        put (s, &s->ios.fill, 1);
    return s;
}

static size
length (const char *text)
{
    size n = 0;
    while (text[n])
        n++;
    return n;
}

static struct stream *
number (struct stream *s, unsigned long long n, int is_signed,
        unsigned long long mask)
{
    char text[72];
    unsigned f = s->ios.flags;
    const char *sign = "";
    if (f & (HEX | OCT))
        n &= mask;
    else if (is_signed && (long long) n < 0) {
        sign = "-";
        n = -n;
    } else if (is_signed && f & SHOWPOS)
        sign = "+";
    if (f & HEX)
        sign = f & SHOWBASE && n ? f & UPPERCASE ? "0X" : "0x" : "";
    if (f & OCT)
        sign = f & SHOWBASE && n ? "0" : "";
    int used = snprintf (text, sizeof text,
                         f & HEX   ? f & UPPERCASE ? "%s%llX" : "%s%llx"
                         : f & OCT ? "%s%llo"
                                   : "%s%llu",
                         sign, n);
    return padded (s, text, (size) used);
}

#define SIGNED(name, type, mask)                                        \
    struct stream *name (struct stream *s, type n)                      \
    {                                                                   \
        return number (s, (unsigned long long) (long long) n, 1, mask); \
    }
#define UNSIGNED(name, type)                       \
    struct stream *name (struct stream *s, type n) \
    {                                              \
        return number (s, n, 0, -1ull);            \
    }
SIGNED (_ZNSolsEs, short, 0xffff)
SIGNED (_ZNSolsEi, int, 0xffffffff)
SIGNED (_ZNSolsEl, long, -1ul)
SIGNED (_ZNSolsEx, long long, -1ull)
UNSIGNED (_ZNSolsEt, unsigned short)
UNSIGNED (_ZNSolsEj, unsigned)
UNSIGNED (_ZNSolsEm, unsigned long)
UNSIGNED (_ZNSolsEy, unsigned long long)

struct stream *
_ZNSolsEb (struct stream *s, _Bool b)
{
    if (s->ios.flags & BOOLALPHA)
        return padded (s, b ? "true" : "false", b ? 4 : 5);
    return number (s, b, 0, -1ull);
}

struct stream *
_ZNSolsEd (struct stream *s, double x)
{
    char text[400];
    unsigned f = s->ios.flags & (FIXED | SCIENTIFIC);
    const char *format = f == FIXED                 ? "%.*f"
                         : f == SCIENTIFIC          ? "%.*e"
                         : s->ios.flags & SHOWPOINT ? "%#.*g"
                                                    : "%.*g";
    if (s->ios.flags & SHOWPOS)
        format = f == FIXED ? "%+.*f" : f == SCIENTIFIC ? "%+.*e" : "%+.*g";
    int used = snprintf (text, sizeof text, format, (int) s->ios.precision, x);
    return padded (s, text, (size) used);
}

struct stream *
_ZNSolsEf (struct stream *s, float x)
{
    return _ZNSolsEd (s, x);
}

struct stream *
_ZNSolsEPKv (struct stream *s, const void *p)
{
    printf ("%p", p);
    return s;
}

struct stream *
_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc (struct stream *s,
                                                         const char *text)
{
    return padded (s, text, length (text));
}

#define LETTER(name)                               \
    struct stream *name (struct stream *s, char c) \
    {                                              \
        return padded (s, &c, 1);                  \
    }
LETTER (_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c)
LETTER (_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a)
LETTER (_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h)

struct string {
    const char *text;
    size size;
};
struct stream *
_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE (
    struct stream *s, const struct string *text)
{
    return padded (s, text->text, text->size);
}

struct stream *
_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l (
    struct stream *s, const char *text, long n)
{
    return padded (s, text, (size) n);
}

struct stream *
_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ (struct stream *s)
{
    put (s, "\n", 1);
    return s;
}

struct stream *
_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ (struct stream *s)
{
    return s;
}

struct stream *
_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ (struct stream *s)
{
    put (s, "", 1);
    return s;
}

struct stream *
_ZNSo5flushEv (struct stream *s)
{
    return s;
}

struct stream *
_ZNSo3putEc (struct stream *s, char c)
{
    put (s, &c, 1);
    return s;
}

struct stream *
_ZNSo5writeEPKcl (struct stream *s, const char *text, long n)
{
    put (s, text, (size) n);
    return s;
}

struct stream *
_ZNSolsEPFRSoS_E (struct stream *s, struct stream *(*f) (struct stream *) )
{
    return f (s);
}

struct stream *
_ZNSolsEPFRSt8ios_baseS0_E (struct stream *s, struct ios *(*f) (struct ios *) )
{
    f (&s->ios);
    return s;
}

struct stream *
_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E (
    struct stream *s, struct ios *(*f) (struct ios *) )
{
    f (&s->ios);
    return s;
}

char
_ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc (struct ios *s, char c)
{
    char old = s->fill;
    s->fill = c;
    return old;
}

char
_ZNKSt9basic_iosIcSt11char_traitsIcEE4fillEv (const struct ios *s)
{
    return s->fill;
}

_Bool
_ZNSt8ios_base15sync_with_stdioEb (_Bool b)
{
    return b;
}

struct stream *
_ZNSt9basic_iosIcSt11char_traitsIcEE3tieEPSo (struct ios *s, struct stream *t)
{
    struct stream *old = s->tie;
    s->tie = t;
    return old;
}

void
_ZNSt8ios_base4InitC1Ev (void *i)
{
    (void) i;
}

void
_ZNSt8ios_base4InitD1Ev (void *i)
{
    (void) i;
}

struct stream *
_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw (
    struct stream *s, int n)
{
    s->ios.width = n;
    return s;
}

struct stream *
_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision (
    struct stream *s, int n)
{
    s->ios.precision = n;
    return s;
}

struct stream *
_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E (
    struct stream *s, char c)
{
    s->ios.fill = c;
    return s;
}
