(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (=> (P x) (forall ((y Int)) (=> (= y (+ x 1)) (P y)))))))
(assert (forall ((x Int)) (=> (exists ((y Int)) (and (P y) (= x y))) (P (* 2 x)))))
