// Initial bytes, and what pointers among them point to.
// has: global @first 24 = 01 \[8\] @second \[16\] @calls
// has: global @second 4 = 05
// has: constant @text 3 = 6162
// has: thread_local @mine 4 = 03
// has: global @inside 8 = 08 \[0\] @first
// has: = tls 0
// has: constructor @begin
// has: destructor @finish
// lacks: cut
static int calls (void) { return 1; }
int second = 5;
const char text[3] = "ab";
struct { int a; int *p; int (*f) (void); } first = {1, &second, calls};
int **inside = &first.p;
_Thread_local int mine = 3;
__attribute__ ((constructor)) void begin (void) { second = 6; }
__attribute__ ((destructor)) void finish (void) { second = 7; }
int main (void) { return first.f () + **inside + mine + text[1]; }
