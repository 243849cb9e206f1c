(declare-fun P (Real Int) Bool)
(assert (forall ((x Real) (i Int)) (=> (and (= x 1) (= i 2) (< 0.5 x)) (P x i))))
(assert (forall ((x Real) (i Int)) (=> (and (P x i) (<= 0 x (/ 7 2)) (is_int x)) (P (+ x (to_real i) 1) (to_int x)))))
(assert (forall ((x Real) (i Int)) (=> (P (ite (> x 2) 1 x) i) (>= (* 2 x) (- 3)))))
