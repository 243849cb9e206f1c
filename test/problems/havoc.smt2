; Values from outside: the guard keeps the sum in range.
; expect: SAFE
(set-logic HORN)
(declare-fun at (Int Int) Bool)
(assert (at 0 0))
(assert (forall ((i Int) (s Int) (v Int))
  (=> (and (at i s) (< i 6) (<= 0 v) (<= v 2)) (at (+ i 1) (+ s v)))))
(assert (forall ((i Int) (s Int)) (=> (and (at i s) (> s (* 2 i))) false)))
(check-sat)
