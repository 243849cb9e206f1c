; Three queries, none of which holds.
; expect: SAFE
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 3)) (p x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< y 4)) (p x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 4)) (q x (- y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 4)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (< y 1)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> y 4)) false)))
(check-sat)
