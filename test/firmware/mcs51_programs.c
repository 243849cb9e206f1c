/* mcs51_programs.c -- ten programs for MCS-51, one for each value of PROGRAM: what a
 * compiler makes of C, for runs beside a simulator. */
#include <8052.h>

volatile unsigned char out;
volatile unsigned int word;
volatile unsigned long large;

#if PROGRAM == 1 /* arithmetic of all widths */
void
main (void)
{
    unsigned int a = 40000;
    long b = -123456;
    for (;;) {
        a = a * 3 + 7;
        b = b / 3 - (int) a;
        word = a % 113;
        large += (unsigned long) b;
        out = (unsigned char) (a >> 5) ^ (unsigned char) (b >> 9);
    }
}
#elif PROGRAM == 2 /* arrays, structs, generic pointers */
struct pair {
    unsigned char key;
    int value;
};
static struct pair table[5];
static __idata unsigned char copy[12];
static void
put (struct pair *p, unsigned char key)
{
    p->key = key;
    p->value = -(int) key;
}
void
main (void)
{
    unsigned char i, n = 1;
    for (;; n++) {
        for (i = 0; i < 5; i++)
            put (&table[i], n + i);
        for (i = 0; i < sizeof copy; i++)
            copy[i] = ((unsigned char *) table)[i];
        word += table[n % 5].value;
    }
}
#elif PROGRAM == 3 /* bits */
static __bit odd, seen;
static unsigned char
count (unsigned char x)
{
    unsigned char n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}
void
main (void)
{
    unsigned char x = 1;
    for (;; x = (x << 1) | (x >> 7)) {
        odd = count (x ^ out) & 1;
        seen |= odd;
        P1_0 = odd;
        P1_3 = !seen;
        out += seen ? 3 : 1;
    }
}
#elif PROGRAM == 4 /* external memory, code memory */
static __xdata unsigned int far[16];
static __pdata unsigned char page[8];
static const __code unsigned char prime[] = {2, 3, 5, 7, 11, 13, 17, 19};
void
main (void)
{
    unsigned char i;
    for (;;)
        for (i = 0; i < 16; i++) {
            far[i] += prime[i & 7];
            page[i & 7] ^= (unsigned char) far[15 - i];
            word = far[i];
        }
}
#elif PROGRAM == 5 /* a table of jumps, pointers to functions */
static unsigned char
twice (unsigned char x)
{
    return x + x;
}
static unsigned char
next (unsigned char x)
{
    return x + 1;
}
static unsigned char (*const __code step[]) (unsigned char) = {twice, next};
void
main (void)
{
    unsigned char state = 0;
    for (;; out = step[state & 1](out))
        switch (state) {
        case 0: state = 3; break;
        case 1: state = 4; break;
        case 2: state = 0; break;
        case 3: state = 1; break;
        case 4: state = 5; break;
        case 5: state = 2; break;
        default: state = 0;
        }
}
#elif PROGRAM == 6 /* recursion on the stack */
static unsigned int
sum (unsigned char n) __reentrant
{
    return n ? n + sum (n - 1) : 0;
}
void
main (void)
{
    for (;; out++)
        word = sum (out & 3);
}
#elif PROGRAM == 7 /* sorting */
static unsigned char value[9];
void
main (void)
{
    unsigned char i, j, seed = 7;
    for (;;) {
        for (i = 0; i < sizeof value; i++)
            value[i] = seed = seed * 5 + 3;
        for (i = 1; i < sizeof value; i++)
            for (j = i; j && value[j - 1] > value[j]; j--) {
                unsigned char t = value[j];
                value[j] = value[j - 1];
                value[j - 1] = t;
            }
        out = value[4];
    }
}
#elif PROGRAM == 8 /* a timer's interrupt */
static volatile unsigned char ticks;
void
tick (void) __interrupt (1)
{
    ticks++;
}
void
main (void)
{
    TMOD = 0x02;
    TH0 = TL0 = 0xd0;
    ET0 = 1;
    EA = 1;
    TR0 = 1;
    for (;;) {
        word += ticks;
        large ^= word;
    }
}
#elif PROGRAM == 9 /* two timers of different priorities, register banks */
static volatile unsigned char slow, fast;
void
first (void) __interrupt (1) __using (1)
{
    unsigned char i;
    for (i = 0; i < 6; i++)
        slow += i;
}
void
second (void) __interrupt (3) __using (2)
{
    fast++;
}
void
main (void)
{
    TMOD = 0x22;
    TH0 = TL0 = 0x80;
    TH1 = TL1 = 0xc8;
    IP = 0x08;
    IE = 0x8a;
    TCON = 0x50;
    for (;;)
        out = slow ^ fast;
}
#else /* bytes sent, flags polled */
static const __code char text[] = "cohort";
void
main (void)
{
    unsigned char i = 0;
    SCON = 0x40;
    TMOD = 0x20;
    TH1 = 0xff;
    TR1 = 1;
    for (;;) {
        SBUF = text[i++ % 6];
        while (!TI)
            word++;
        TI = 0;
        TF1 = 0;
        while (!TF1)
            out++;
    }
}
#endif
