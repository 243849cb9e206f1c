(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x 1) (P x))))
(assert (not (exists ((x Int) (y Int)) (and (P x) (= y x) (> y 1)))))
(assert (forall ((x Int)) (not (and (P x) (< x 0)))))
