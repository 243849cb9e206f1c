(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (or (P x) (P (+ x 1)))))
