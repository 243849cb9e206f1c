; Nothing is asked, so nothing can go wrong.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int) Bool)
(assert (at 0))
(assert (forall ((x Int)) (=> (at x) (at (+ x 1)))))
(check-sat)
