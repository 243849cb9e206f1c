(declare-fun |a relation, with | (Int) Bool)
(declare-fun || () Bool)
(assert (forall ((|x y| Int) (|let| Int)) (=> (> |x y| |let|) (|a relation, with | |x y|))))
(assert (=> || false))
