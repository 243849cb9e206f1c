; A counter that stops at ten never passes it.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (at x))))
(assert (forall ((x Int)) (=> (and (at x) (< x 10)) (at (+ x 1)))))
(assert (forall ((x Int)) (=> (and (at x) (> x 10)) false)))
(check-sat)
