; Some Fibonacci number is greater than 7: its derivation is a tree.
; expect: UNSAFE
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (fib 0 1))
(assert (fib 1 1))
(assert (forall ((n Int) (a Int) (b Int))
  (=> (and (fib n a) (fib (+ n 1) b)) (fib (+ n 2) (+ a b)))))
(assert (forall ((n Int) (a Int)) (=> (and (fib n a) (> a 7)) false)))
(check-sat)
