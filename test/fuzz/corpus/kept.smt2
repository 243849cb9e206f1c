(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (and (P x) (forall ((y Int)) (> (+ x (* y y)) 0))) (P (- x)))))
(assert (forall ((x Int)) (=> (and (P x) (= (> x 0) (exists ((y Int)) (= x (* 2 y))))) false)))
