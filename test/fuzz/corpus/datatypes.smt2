(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
