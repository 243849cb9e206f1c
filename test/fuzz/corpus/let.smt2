(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (let ((a (P x)) (b (+ x 1))) (let ((c (P b)) (x b)) (=> (and a (< x 9)) c)))))
(assert (let ((q (exists ((y Int)) (P y)))) (not q)))
