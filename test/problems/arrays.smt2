; What is stored at 0 stays there while other cells are written.
; expect: SAFE
(set-logic HORN)
(declare-fun at ((Array Int Int) Int) Bool)
(assert (forall ((m (Array Int Int))) (at (store m 0 5) 1)))
(assert (forall ((m (Array Int Int)) (i Int))
  (=> (and (at m i) (< i 4)) (at (store m i 0) (+ i 1)))))
(assert (forall ((m (Array Int Int)) (i Int))
  (=> (and (at m i) (distinct (select m 0) 5)) false)))
(check-sat)
