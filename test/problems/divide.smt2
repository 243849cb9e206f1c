; Division and remainder by constants.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (<= 0 x) (< x 100)) (at x (div x 7)))))
(assert (forall ((x Int) (y Int))
  (=> (and (at x y) (= (mod x 2) 0)) (at (div x 2) y))))
(assert (forall ((x Int) (y Int)) (=> (and (at x y) (> y 14)) false)))
(check-sat)
