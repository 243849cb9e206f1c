; The same as pair.c, to compare states in a second: a counter of two words that timer 3 counts
; and the main program reads, and a byte that ASC0 receives and the main program adds up.
.data count 0xf800 4
.data seen 0xf804 4
.data last 0xf808 2
.data sum 0xf80a 2
.data got 0xf80c 2
.org 0x0
        jmps start
.org 0x8c               ; timer 3
        jmps tick
.org 0xac               ; S0RINT
        jmps receive
.org 0x200
start:  diswdt
        mov R0, #0
        mov count, R0
        mov 0xf802, R0
        mov seen, R0
        mov 0xf806, R0
        mov last, R0
        mov sum, R0
        mov got, R0
        mov S0CON, #0x8011
        mov T3CON, #0x40
        mov T3IC, #0x44
        mov S0RIC, #0x48
        einit
        bset IEN
loop:   mov R1, count
        mov R2, 0xf802
        mov seen, R1
        mov 0xf806, R2
        mov R3, got
        jmpr cc_Z, loop
        mov R3, #0
        mov got, R3
        mov R3, sum
        mov R4, last
        add R3, R4
        and R3, #7
        mov sum, R3
        jmpr cc_UC, loop
tick:   push PSW
        push R1
        push R2
        mov R1, count
        mov R2, 0xf802
        add R1, #1
        addc R2, #0
        and R1, #0x1ff
        mov count, R1
        mov 0xf802, R2
        pop R2
        pop R1
        pop PSW
        reti
receive: push PSW
        push R1
        mov R1, S0RBUF
        and R1, #7
        mov last, R1
        mov R1, #1
        mov got, R1
        pop R1
        pop PSW
        reti
