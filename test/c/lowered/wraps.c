// .. and only then.
// options: --checks=assert
// has: = add.32 r0 1
// lacks: nsw
int up (int a) { return a + 1; }
int main (void) { return up (1); }
