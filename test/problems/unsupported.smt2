; Two relations in one head: read, but no Horn clause.
; expect: UNKNOWN
(set-logic HORN)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (forall ((n Int)) (or (even n) (odd n))))
(assert (forall ((n Int)) (=> (and (even n) (odd n)) false)))
(check-sat)
