/* tasks.c -- two tasks that take turns, each on a stack of its own: returns go
 * where no call is, and what is popped in one task was pushed in it long ago. */
#include <avr/io.h>

enum { STACK = 48, SAVED = 4 };

static uint8_t stack[STACK];
volatile uint16_t first_sp, second_sp;
volatile uint8_t first, second, running, apart;

/* Saves what functions must keep, swaps stacks, restores. */
static void __attribute__ ((naked, noinline))
yield (void)
{
    __asm__ volatile ("push r28\n push r29\n push r16\n push r17\n"
                      "lds r24, running\n tst r24\n brne 1f\n"
                      "in r24, 0x3d\n sts first_sp, r24\n"
                      "in r24, 0x3e\n sts first_sp + 1, r24\n"
                      "ldi r24, 1\n sts running, r24\n"
                      "lds r24, second_sp + 1\n out 0x3e, r24\n"
                      "lds r24, second_sp\n out 0x3d, r24\n rjmp 2f\n"
                      "1: in r24, 0x3d\n sts second_sp, r24\n"
                      "in r24, 0x3e\n sts second_sp + 1, r24\n"
                      "ldi r24, 0\n sts running, r24\n"
                      "lds r24, first_sp + 1\n out 0x3e, r24\n"
                      "lds r24, first_sp\n out 0x3d, r24\n"
                      "2: pop r17\n pop r16\n pop r29\n pop r28\n ret\n" ::
                          : "memory");
}

static void
follow (void)
{
    for (;;) {
        second = (second + 1) & 3;
        if (second != first)
            apart = 1;
        yield ();
    }
}

int
main (void)
{
    uint16_t entry = (uint16_t) follow;
    stack[STACK - 1] = entry & 0xff;
    stack[STACK - 2] = entry >> 8;
    second_sp = (uint16_t) &stack[STACK - 3 - SAVED];
    for (;;) {
        first = (first + 1) & 3;
        yield ();
        if (first != second)
            apart = 1;
    }
}
