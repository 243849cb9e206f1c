// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <string>
int main ()
{
    std::string s = "hello";
    s += ", world of long strings that do not fit";
    std::string t = s.substr (7, 5);
    t.insert (0, ">");
    t.push_back ('<');
    printf ("%zu %s %zu %d\n", s.size (), t.c_str (), s.find ("long"), s < t);
    printf ("%s\n", std::to_string (-123).c_str ());
}
