; The same tank overflows when it is filled for longer.
; expect: UNSAFE
(set-logic HORN)
(declare-fun fill (Real Real) Bool)
(assert (forall ((h Real)) (=> (and (<= 2.0 h) (<= h 3.0)) (fill h 0.0))))
(assert (forall ((h Real) (t Real) (d Real))
  (=> (and (fill h t) (<= 0.0 d) (<= d 1.0) (<= (+ t d) 3.0))
      (fill (+ h (* (/ 1 2) d)) (+ t d)))))
(assert (forall ((h Real) (t Real)) (=> (and (fill h t) (> h 4.25)) false)))
(check-sat)
