// string.cc -- strings: their members, of which headers only say that they are elsewhere.
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <string>
extern "C" bool __cohort_disjoint (const void *, const void *, __SIZE_TYPE__);
namespace std
{
/* The library's own compares addresses of two objects. */
template <>
bool
basic_string<char>::_M_disjunct (const char *s) const noexcept
{
    return __cohort_disjoint (s, _M_data (), size ());
}
} // namespace std
template class std::allocator<char>;
template class std::basic_string<char>;
