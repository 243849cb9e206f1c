; A line asks (fast external interrupt 0); the main loop answers.  With -DBUG it forgets.
.data request 0xf800 2
.data grant 0xf802 2

.org 0x0
        jmps start
.org 0x60               ; CC8INT
        jmps ask

.org 0x200
start:  diswdt
        mov R0, #0
        mov request, R0
        mov grant, R0
        extr #1
        mov EXICON, #1
        mov CC8IC, #0x44
        einit
        bset IEN
main:   mov R1, request
        jmpr cc_Z, main
.if BUG
        mov R2, #0
        mov request, R2
.end
        mov R1, request
        jmpr cc_Z, main
        mov R3, #1
        mov grant, R3
        mov R2, #0
        mov request, R2
        mov grant, R2
        jmpr cc_UC, main

ask:    push R4
        mov R4, #1
        mov request, R4
        pop R4
        reti
