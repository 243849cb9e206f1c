; cohort proof
(define-fun P ((x Int)) Bool (<= 0 x))
