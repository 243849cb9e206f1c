; A loop in a loop: the inner counter stays within the outer one.
; expect: SAFE
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(assert (forall ((n Int)) (outer 0 n)))
(assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i 0 n))))
(assert (forall ((i Int) (j Int) (n Int))
  (=> (and (inner i j n) (< j i)) (inner i (+ j 1) n))))
(assert (forall ((i Int) (j Int) (n Int))
  (=> (and (inner i j n) (>= j i)) (outer (+ i 1) n))))
(assert (forall ((i Int) (j Int) (n Int))
  (=> (and (inner i j n) (> j i)) false)))
(check-sat)
