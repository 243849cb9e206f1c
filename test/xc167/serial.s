; What ASC0 receives goes into memory by PEC channel 0, two bytes, then an interrupt sends
; what they differ in.  With -DBUG the counter of the channel is never set again.
.data first 0xf800 1
.data second 0xf801 1
.data full 0xf802 2
.data sent 0xf804 2

.org 0x0
        jmps start
.org 0xac               ; S0RINT
        jmps both

.org 0x200
start:  diswdt
        mov R0, #0
        mov first, R0
        mov full, R0
        mov sent, R0
        mov R1, #0x80
        mov S0CON, #0x8011
        mov R2, #0xfeb2 ; S0RBUF
        mov SRCP0, R2
        mov R2, #first
        mov DSTP0, R2
        mov R2, #0
        mov PECSEG0, R2
        mov PECC0, #0x0302      ; two bytes, the target counts
        mov S0RIC, #0x78        ; level 14, group 0
        einit
        bset IEN
loop:   mov R1, full
        jmpr cc_Z, loop
        mov R2, #0
        mov full, R2
        movbz R3, first
        movbz R4, second
        xor R3, R4
        mov S0TBUF, R3
        mov R5, #1
        mov sent, R5
        mov R5, #0
        mov sent, R5
        jmpr cc_UC, loop

both:   push PSW
        push R6
        mov R6, #first
        mov DSTP0, R6
.if BUG
.else
        mov PECC0, #0x0302
.end
        mov R6, #1
set:    mov full, R6
        pop R6
        pop PSW
        reti
