; Two phases: y waits until x has passed 5, and both end at 10.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (at 0 5))
(assert (forall ((x Int) (y Int)) (=> (and (at x y) (< x 5)) (at (+ x 1) y))))
(assert (forall ((x Int) (y Int))
  (=> (and (at x y) (>= x 5) (< x 10)) (at (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int))
  (=> (and (at x y) (>= x 10) (distinct y 10)) false)))
(check-sat)
