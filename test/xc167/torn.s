; A counter of 32 bits, counted by timer 3 and read by the main program: an interrupt
; between the two words of it tears it.  With -DATOMIC it cannot come there.
.data count 0xf800 4
.data seen 0xf804 4
.data copied 0xf808 2

.org 0x0
        JMPS start
.org 0x8c               ; timer 3
        jmps tick

.org 0x200
start:  diswdt
        mov R0, #0xfffe ; about to carry
        mov count, R0
        mov seen, R0
        mov R0, #0
        mov 0xf802, R0
        mov 0xf806, R0
        mov copied, R0
        mov T3IC, #0x44 ; level 1
        mov T3CON, #0x40
        einit           ; from here on a property is asked, as there is no main
        bset IEN
loop:   mov R3, #0
        mov copied, R3
.if ATOMIC
        atomic #2
.end
        mov R1, count
        mov R2, 0xf802
        mov seen, R1
        mov 0xf806, R2
        mov R3, #1
        mov copied, R3
        jmpr cc_UC, loop

tick:   push PSW
        push R1
        push R2
        mov R1, 0xf802
        cmp R1, #1      ; not more than once around
        jmpr cc_Z, done
        mov R1, count
        add R1, #1
        mov count, R1
        mov R2, 0xf802
        addc R2, #0
        mov 0xf802, R2
done:   pop R2
        pop R1
        pop PSW
        reti
