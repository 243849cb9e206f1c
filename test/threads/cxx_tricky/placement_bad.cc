// verdict: UNSAFE access out of bounds
// The room is too small for what is built in it.
#include <new>
struct large {
    int n[4] = {1, 2, 3, 4};
};
int main ()
{
    alignas (large) unsigned char room[sizeof (large) - sizeof (int)];
    large *p = new (room) large;
    return p->n[0] - 1;
}
