; Copies a pin of a port of 16 lines; with -DBUG its complement.

.data high 0xf800 2

.org 0x0
        jmps start

.org 0x200
start:  diswdt
        mov R0, #0
        mov R1, #1
        mov high, R0
        einit
.if BUG
main:   jnb P2.8, up
.else
main:   jb P2.8, up
.end
        mov high, R0
        jmpr cc_UC, main
up:     mov high, R1
        jmpr cc_UC, main
