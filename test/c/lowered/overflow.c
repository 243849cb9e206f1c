// Where a signed number must not wrap is kept if that is checked.
// options: --checks=overflow
// has: = add.32 nsw r0 1
// has: = mul.32 r0 3
// has: = sub.32 nsw 0 r0
// lacks: ubsan
int up (int a) { return a + 1; }
unsigned times (unsigned a) { return a * 3; }
int minus (int a) { return -a; }
int main (void) { return up (1) + (int) times (2) + minus (3); }
