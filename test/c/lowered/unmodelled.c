// What is not modelled is a cut where it stands; the rest is there.
// has: cut "calls elsewhere, which is not modelled"
// has: cut "has assembly: incl \$0"
// has: cut "computes with numbers that are not modelled
// has: cut "uses outside, which is not modelled"
// has: return 4
// lacks: mfence
extern int elsewhere (int), outside;
int assembly (int x)
{
    __asm__ volatile ("" ::: "memory");
    __asm__ volatile ("mfence" ::: "memory");
    __asm__ ("incl %0" : "+r"(x));
    return x;
}
int wide (int x) { return (int) ((long double) x * 3); }
int four (void) { return 4; }
int main (void)
{
    return elsewhere (1) + assembly (2) + wide (3) + four () + outside;
}
