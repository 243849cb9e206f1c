// checks: unreach-call
// Rows and columns; structs in arrays.
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


struct cell { char mark; int value; } m[2][3];

int main (void)
{
    int i = __VERIFIER_nondet_int (), j = __VERIFIER_nondet_int ();
    if (i < 0 || i > 1 || j < 0 || j > 2)
        return 0;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            m[r][c].value = 10 * r + c;
    m[i][j].mark = 'x';
    CHECK (m[i][j].value == 10 * i + j);
    CHECK (m[1][0].mark == 0 || (i == 1 && j == 1));
}
