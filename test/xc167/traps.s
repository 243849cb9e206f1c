; Depth of calls that a line decides; the stack's limit is a trap, whose handler starts
; over.  -DODD reads a word at an odd address, -DBAD meets what is no instruction.
.data depth 0xf800 2
.data caught 0xf802 2

.org 0x0
        jmps start
.org 0x10               ; stack overflow
        jmps over
.org 0x28               ; class B
        jmps bad

.org 0x200
start:  diswdt
        mov STKOV, #0xfbf0
        mov R0, #0
        mov depth, R0
        mov caught, R0
        einit
again:  mov SP, #0xfc00
        mov R1, #0
        mov depth, R1
        callr down
.if ODD
        mov R2, #0xf801
        mov R3, [R2]
.end
.if BAD
        .word 0x008b
.end
        srvwdt
        jmpr cc_UC, again

down:   mov R1, depth
        add R1, #1
        mov depth, R1
        jnb P5.3, up
        callr down
up:     ret

over:   bclr STKOF
        mov R4, #1
        mov caught, R4
        jmpr cc_UC, leave
bad:    bfldl TFR, #0x9f, #0
        mov R4, #2
        mov caught, R4
leave:  mov R4, #0
        mov caught, R4
        mov SP, #0xfbfa
        mov R5, #again
        mov 0xfbfa, R5
        mov R5, #0
        mov 0xfbfc, R5
        mov 0xfbfe, R5
        reti
