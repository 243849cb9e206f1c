; Steps of two from zero never meet seven.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (at 0))
(assert (forall ((x Int)) (=> (and (at x) (< x 20)) (at (+ x 2)))))
(assert (forall ((x Int)) (=> (and (at x) (= x 7)) false)))
(check-sat)
