; Two registers that step by four and eight keep their two lowest bits: takes a
; while.
(set-logic HORN)
(declare-fun at ((_ BitVec 6) (_ BitVec 6)) Bool)
(assert (at #b000000 #b000000))
(assert (forall ((x (_ BitVec 6)) (y (_ BitVec 6)))
  (=> (at x y) (at (bvadd x #b000100) y))))
(assert (forall ((x (_ BitVec 6)) (y (_ BitVec 6)))
  (=> (at x y) (at x (bvadd y #b001000)))))
(assert (forall ((x (_ BitVec 6)) (y (_ BitVec 6)))
  (=> (and (at x y) (distinct (bvand x #b000011) #b000000)) false)))
(assert (forall ((x (_ BitVec 6)) (y (_ BitVec 6)))
  (=> (and (at x y) (distinct (bvand y #b000011) #b000000)) false)))
(check-sat)
