(assert (forall ((x Int)) (=> (> x 0) (> x 1))))
(assert true)
(assert (not (exists ((x Int)) (and (< x 0) (> x 0)))))
