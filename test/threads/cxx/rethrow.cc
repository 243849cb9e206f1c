// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct base { virtual const char *what () const { return "base"; } virtual ~base () {} };
struct derived : base { const char *what () const override { return "derived"; } };
static void fail (int how)
{
    if (how == 0) throw derived ();
    if (how == 1) throw base ();
    throw 1.5;
}
static void middle (int how)
{
    try {
        fail (how);
    } catch (const base &b) {
        printf ("middle %s\n", b.what ());
        throw;
    } catch (...) {
        puts ("other");
        throw;
    }
}
int main ()
{
    for (int i = 0; i < 3; i++)
        try {
            middle (i);
        } catch (const derived &d) {
            printf ("main %s\n", d.what ());
        } catch (const base &b) {
            printf ("main as base %s\n", b.what ());
        } catch (double d) {
            printf ("main %.1f\n", d);
        }
}
