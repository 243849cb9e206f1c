; Sends bytes and waits for the end of each by its flag, without interrupts.  With -DBUG nothing
; is sent.

.data queued 0xf800 2
.data sent 0xf802 2

.org 0x0
        jmps start

.org 0x200
start:  diswdt
        mov R0, #0
        mov R1, #1
        mov sent, R0
        mov queued, R0
        mov S0CON, #0x8011
        einit
main:   mov sent, R0
        mov queued, R1
.if BUG
.else
        mov S0TBUF, R1
.end
wait:   jnb S0TIR, wait
        bclr S0TIR
        mov queued, R0
        mov sent, R1
        jmpr cc_UC, main
