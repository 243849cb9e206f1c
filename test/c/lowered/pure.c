// Unknown functions with --pure-externals: any result.
// options: --pure-externals
// has: = freeze.32 undef:ffffffff
// lacks: cut
extern int elsewhere (int);
int main (void) { return elsewhere (1); }
