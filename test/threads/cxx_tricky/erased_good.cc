// verdict: SAFE
// erase gives the next.
#include <map>
int main ()
{
    std::map<int, int> m{{1, 1}, {2, 2}, {3, 3}};
    int sum = 0;
    for (auto i = m.begin (); i != m.end ();) {
        sum += i->second;
        if (i->first == 2)
            i = m.erase (i);
        else
            ++i;
    }
    return sum - 6;
}
