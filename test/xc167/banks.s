; An interrupt of timer 2 works in a register bank of its own; the main program calls a
; function beyond 64 KB.  With -DBUG the interrupt uses the bank of the main program.
.data sum 0xf800 2
.data ticks 0xf802 2

.org 0x0
        jmps start
.org 0x88               ; timer 2
        jmps tick

.org 0x200
start:  diswdt
        mov CP, #0xfc00
        mov SP, #0xfa80
        mov R0, #0
        mov ticks, R0
        mov sum, R0
        mov R5, #3
        mov T2IC, #0x48
        mov T2CON, #0x40
        einit
        bset IEN
loop:   mov R5, #3
        mov R6, #4
        calls add
        mov sum, R7
        jmpr cc_UC, loop

tick:
.if BUG
        push PSW
        mov R5, ticks
        add R5, #1
        and R5, #3
        mov ticks, R5
        pop PSW
.else
        push PSW
        scxt CP, #0xfc40
        mov R5, ticks
        add R5, #1
        and R5, #3
        mov ticks, R5
        pop CP
        pop PSW
.end
        reti

.org 0x10000
add:    mov R7, R5
        add R7, R6
        rets
