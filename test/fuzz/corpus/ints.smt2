(declare-fun P (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x (div y 3)) (= y (mod x 4)) (distinct x y 7) (= (abs x) y) (xor (< x y) (> x y) true)) (P (- x y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (< 1 x y 10) (= x y x) ((_ divisible 3) x)) (P (* x y 2)))))
