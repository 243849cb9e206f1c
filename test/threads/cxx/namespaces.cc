// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
namespace a { namespace b { int f () { return 1; } } inline namespace v2 { int g () { return 2; } } }
namespace { int hidden () { return 3; } }
using a::b::f;
struct outer { struct inner { enum { value = 4 }; }; };
int main () { printf ("%d %d %d %d\n", f (), a::g (), hidden (), outer::inner::value); }
