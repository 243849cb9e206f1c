(declare-fun P ((Array Int Int) (Array Int (Array Int Bool)) Int) Bool)
(assert (forall ((b (Array Int (Array Int Bool)))) (P ((as const (Array Int Int)) 0) b 0)))
(assert (forall ((a (Array Int Int)) (b (Array Int (Array Int Bool))) (i Int))
  (=> (and (P a b i) (select (select b i) 0)) (P (store a i (+ 1 (select a i))) b (+ i 1)))))
