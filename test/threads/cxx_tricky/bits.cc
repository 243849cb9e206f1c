// verdict: SAFE
// output: yes
#include <cstdio>
#include <string>
#include <vector>
int main ()
{
    std::vector<bool> v (70, true);
    v[3] = false;
    v.flip ();
    v.push_back (true);
    int set = 0;
    for (bool b : v)
        set += b;
    std::printf ("%d %zu %d\n", set, v.size (), static_cast<int> (v[70]));
    for (std::size_t n = 14; n <= 17; n++) {
        std::string s (n, 'x'), t = s, u = std::move (s);
        t += 'y';
        u.swap (t);
        std::printf ("%zu %zu %s\n", t.size (), u.size (), u.c_str () + n - 1);
    }
    std::string s = "abcdefghijklmno";
    s.insert (5, s);
    std::printf ("%s\n", s.c_str ());
}
