// What the runtime library would have is compiled with the program.
// has: function .*basic_string.*
// lacks: cut "calls _ZN(K|)St7__cxx1112basic_string
// lacks: cut "calls _ZNSa
#include <string>
int main () { std::string s = "ab"; s += "cd"; return (int) s.size (); }
