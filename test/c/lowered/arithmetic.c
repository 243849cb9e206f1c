// Each operation is one instruction, of its width.
// has: = add.32 r0 r1
// has: = udiv.64
// has: = ashr.16|= ashr.32
// has: = icmp.slt.32 r0 r1
// has: = sext.64 r[0-9]+ 32
// has: = fmul.64
// has: = fcmp
// has: = sitofp.64 r1 32
// has: = native cohort.ctpop \(r0, 32\)
// lacks: cut
// lacks: moves
int add (int a, int b) { return a + b; }
unsigned long divide (unsigned long a, unsigned long b) { return a / b; }
short shift (short a) { return a >> 2; }
int less (int a, int b) { return a < b; }
long widen (int a) { return a; }
double scale (double a, int b) { return a * b; }
int above (double a) { return a > 1.5; }
int bits (unsigned a) { return __builtin_popcount (a); }
int main (void)
{
    return add (1, 2) + (int) divide (3, 4) + shift (5) + less (1, 2)
           + (int) widen (3) + (int) scale (1, 2) + above (2) + bits (7);
}
