// verdict: UNSAFE use after free
// push_back moves what an iterator and a reference point to.
#include <vector>
int main ()
{
    std::vector<int> v{1};
    int &first = v.front ();
    v.push_back (2);
    v.push_back (3);
    return first - 1;
}
