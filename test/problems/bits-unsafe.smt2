; A byte that doubles and adds one wraps to 255.
; expect: UNSAFE
(set-logic HORN)
(declare-fun at ((_ BitVec 8)) Bool)
(assert (at #x01))
(assert (forall ((x (_ BitVec 8)))
  (=> (at x) (at (bvadd (bvshl x #x01) #x01)))))
(assert (forall ((x (_ BitVec 8))) (=> (and (at x) (bvugt x #xfe)) false)))
(check-sat)
