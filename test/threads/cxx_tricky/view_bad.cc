// verdict: UNSAFE use after free
// A view of a string that is too long to stand in the object itself, and gone.
#include <string>
#include <string_view>
static std::string name (int n) { return std::string (static_cast<unsigned> (n), 'a'); }
int main ()
{
    std::string_view v;
    {
        std::string s = name (40);
        v = s;
    }
    return v[2] - 'a';
}
