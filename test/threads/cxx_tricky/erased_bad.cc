// verdict: UNSAFE use after free
// The iterator of what was erased is used to go on.
#include <map>
int main ()
{
    std::map<int, int> m{{1, 1}, {2, 2}, {3, 3}};
    int sum = 0;
    for (auto i = m.begin (); i != m.end (); ++i) {
        sum += i->second;
        if (i->first == 2)
            m.erase (i);
    }
    return sum - 6;
}
