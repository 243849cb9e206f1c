(declare-fun P (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))
