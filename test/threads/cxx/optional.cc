// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <optional>
#include <tuple>
#include <variant>
static std::optional<int> half (int n) { if (n % 2) return {}; return n / 2; }
int main ()
{
    printf ("%d %d\n", half (8).value_or (-1), half (7).value_or (-1));
    auto t = std::make_tuple (1, 'b', 2.5);
    auto [x, y, z] = t;
    std::variant<int, char> v = 'q';
    printf ("%d %c %.1f %zu %c\n", x, y, z, v.index (), std::get<char> (v));
}
