; Two counters that move together stay equal.
; expect: SAFE
(set-logic HORN)
(declare-fun loop (Int Int Int) Bool)
(declare-fun out (Int Int) Bool)
(assert (forall ((n Int)) (loop 0 0 n)))
(assert (forall ((x Int) (y Int) (n Int))
  (=> (and (loop x y n) (< x n)) (loop (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int))
  (=> (and (loop x y n) (>= x n)) (out x y))))
(assert (forall ((x Int) (y Int)) (=> (and (out x y) (distinct x y)) false)))
(check-sat)
