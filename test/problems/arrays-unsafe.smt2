; The last write hits cell 0.
; expect: UNSAFE
(set-logic HORN)
(declare-fun at ((Array Int Int) Int) Bool)
(assert (forall ((m (Array Int Int))) (at (store m 0 5) 3)))
(assert (forall ((m (Array Int Int)) (i Int))
  (=> (and (at m i) (>= i 0)) (at (store m i 7) (- i 1)))))
(assert (forall ((m (Array Int Int)) (i Int))
  (=> (and (at m i) (= (select m 0) (select m 2))) false)))
(check-sat)
