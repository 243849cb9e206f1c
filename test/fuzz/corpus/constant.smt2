(declare-fun c () Int)
(declare-fun P (Int) Bool)
(assert (P c))
