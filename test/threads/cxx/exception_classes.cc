// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <stdexcept>
#include <new>
static void fail (int n)
{
    if (n == 0) throw std::runtime_error ("run");
    if (n == 1) throw std::out_of_range ("range");
    throw std::bad_alloc ();
}
int main ()
{
    for (int i = 0; i < 3; i++)
        try {
            fail (i);
        } catch (const std::logic_error &e) {
            printf ("logic %s\n", e.what ());
        } catch (const std::runtime_error &e) {
            printf ("runtime %s\n", e.what ());
        } catch (const std::exception &) {
            puts ("other");
        }
}
