// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct shape {
    virtual ~shape () { puts ("shape gone"); }
    virtual int area () const = 0;
    virtual const char *name () const { return "shape"; }
};
struct square : shape {
    int side;
    square (int s) : side (s) {}
    int area () const override { return side * side; }
    const char *name () const override { return "square"; }
};
struct box : shape {
    int w, h;
    box (int a, int b) : w (a), h (b) {}
    ~box () override { puts ("box gone"); }
    int area () const override { return w * h; }
};
int main ()
{
    shape *all[] = {new square (3), new box (2, 5)};
    for (shape *s : all) {
        printf ("%s %d\n", s->name (), s->area ());
        delete s;
    }
}
