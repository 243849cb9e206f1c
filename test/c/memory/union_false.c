// checks: unreach-call
// The bytes of a number, little end first.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);
void *memcpy (void *, const void *, size);
void *memmove (void *, const void *, size);
void *memset (void *, int, size);


union u { unsigned word; unsigned char byte[4]; struct { unsigned short low, high; } half; } u;

int main (void)
{
    u.word = (unsigned) __VERIFIER_nondet_int ();
    CHECK (u.byte[0] == (unsigned char) u.word);
    u.byte[3] = 0x12;
    CHECK (u.half.high >> 8 == 0x21);
    u.half.low = 0xabcd;
    CHECK (u.byte[1] == 0xab);
}
