; One phase up and one down, as long as each other: 4002 steps to the query.
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 0 0))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (P x y) (= z (ite (< x 2000) (+ y 1) (- y 1)))) (P (+ x 1) z))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 4000) (<= y 0)) false)))
