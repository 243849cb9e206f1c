; The error needs no relation at all.
; expect: UNSAFE
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (at 0))
(assert (forall ((x Int)) (=> (> x 5) false)))
(check-sat)
