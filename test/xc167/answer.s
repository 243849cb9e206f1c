; A request from a line (fast external interrupt 0) is answered by a byte of ASC0, and the
; watchdog is served in every round.  With -DBUG the byte is queued while the interrupt that
; sends it stays off; with -DHANG that is waited for without serving the watchdog.
.data request 0xf800 2
.data queued 0xf802 2
.data sent 0xf804 2

.org 0x0
        jmps start
.org 0x60               ; CC8INT
        jmps ask
.org 0xa8               ; S0TINT
        jmps send

.org 0x200
start:  diswdt                  ; no resets here; it is served all the same
        mov R0, #0
        mov R1, #1
        mov request, R0
        mov queued, R0
        mov sent, R0
        extr #1
        mov EXICON, #1
        mov CC8IC, #0x44        ; level 1
        mov S0CON, #0x8011
        mov S0TBUF, R1          ; what nobody waits for; its end lets the next one go
        mov S0TIC, #0x08        ; level 2, off
        einit
        bset IEN
main:
kick:   srvwdt
        mov R2, request
        jmpr cc_Z, kick
        mov R2, queued
        jmpr cc_NZ, kick
        mov request, R0
        mov sent, R0
        bset CC8IE
        mov queued, R1
.if HANG
wait:   mov R2, queued
        jmpr cc_NZ, wait
.end
.if BUG
.else
        bset S0TIE
.end
        jmpr cc_UC, kick

ask:    bclr CC8IE              ; until this one is answered
        mov request, R1
        reti

send:   mov S0TBUF, R1
        mov sent, R1
        mov queued, R0
        bclr S0TIE
        reti
