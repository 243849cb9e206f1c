; Steps of four keep the two lowest bits, also when the five bits wrap around.
; expect: SAFE
(set-logic HORN)
(declare-fun at ((_ BitVec 5)) Bool)
(assert (at #b00000))
(assert (forall ((x (_ BitVec 5))) (=> (at x) (at (bvadd x #b00100)))))
(assert (forall ((x (_ BitVec 5)))
  (=> (and (at x) (distinct (bvand x #b00011) #b00000)) false)))
(check-sat)
