; No relation, no clause that says anything.
; expect: SAFE
(set-logic HORN)
(assert true)
(check-sat)
