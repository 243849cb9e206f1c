// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct animal { virtual ~animal () {} };
struct dog : animal { int bark = 3; };
struct cat : animal {};
struct puppy : dog {};
static int loud (animal *a)
{
    dog *d = dynamic_cast<dog *> (a);
    return d ? d->bark : 0;
}
int main ()
{
    dog d;
    cat c;
    puppy p;
    printf ("%d %d %d\n", loud (&d), loud (&c), loud (&p));
    animal *a = &p;
    printf ("%d\n", dynamic_cast<puppy *> (a) == &p);
}
