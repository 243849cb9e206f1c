; Three queries; the second and the third hold, at different depths.
; expect: UNSAFE
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 3)) (p x 0))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< y 4)) (p x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 2)) (q x (- y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 4)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (= y 1)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 2) (= y 3)) false)))
(check-sat)
