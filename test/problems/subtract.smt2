; Repeated subtraction of the smaller keeps both positive.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x 0) (> y 0)) (at x y))))
(assert (forall ((x Int) (y Int)) (=> (and (at x y) (> x y)) (at (- x y) y))))
(assert (forall ((x Int) (y Int)) (=> (and (at x y) (> y x)) (at x (- y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (at x y) (<= (+ x y) 1)) false)))
(check-sat)
