// verdict: SAFE
// output: yes
#include <cstdio>
#include <new>
#include <string>
union either {
    int n;
    std::string s;
    either () : n (4) {}
    ~either () {}
};
struct alignas (16) slot {
    unsigned char room[sizeof (std::string)];
};
int main ()
{
    slot space;
    std::string *p = new (&space) std::string ("a string that is long enough");
    std::printf ("%s %zu\n", p->c_str (), p->size ());
    p->~basic_string ();
    p = new (space.room) std::string ("short");
    std::printf ("%s\n", std::launder (p)->c_str ());
    p->~basic_string ();
    either e;
    std::printf ("%d\n", e.n);
    new (&e.s) std::string (30, 'z');
    std::printf ("%s\n", e.s.c_str ());
    e.s.~basic_string ();
    e.n = 9;
    std::printf ("%d\n", e.n);
}
