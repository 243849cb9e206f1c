// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct guard {
    const char *name;
    guard (const char *n) : name (n) {}
    ~guard () { printf ("leave %s\n", name); }
};
static int deep (int n)
{
    guard g ("deep");
    if (!n)
        throw 42;
    return deep (n - 1) + 1;
}
int main ()
{
    try {
        guard g ("try");
        deep (2);
    } catch (int x) {
        printf ("caught %d\n", x);
    }
    try {
        throw "text";
    } catch (int) {
        puts ("int");
    } catch (const char *s) {
        puts (s);
    }
}
