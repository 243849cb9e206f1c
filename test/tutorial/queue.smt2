; Jobs that are in a queue, running, or done.
;
;     waiting = N; running = 0; done = 0;
;     for (;;)
;         either: if (waiting > 0) { waiting--; running++; }
;         or:     if (running > 0) { running--; done++; }
;         or:     if (running > 0) { waiting++; } (tried again)
;     always: waiting + running + done == N
(set-logic HORN)
(declare-fun Jobs (Int Int Int Int) Bool)

; it begins with N jobs that wait
(assert (forall ((n Int))
  (=> (>= n 0) (Jobs n n 0 0))))

; a job begins
(assert (forall ((n Int) (w Int) (r Int) (d Int))
  (=> (and (Jobs n w r d) (> w 0)) (Jobs n (- w 1) (+ r 1) d))))

; a job is done
(assert (forall ((n Int) (w Int) (r Int) (d Int))
  (=> (and (Jobs n w r d) (> r 0)) (Jobs n w (- r 1) (+ d 1)))))

; a job is tried again
(assert (forall ((n Int) (w Int) (r Int) (d Int))
  (=> (and (Jobs n w r d) (> r 0)) (Jobs n (+ w 1) r d))))

; can there be more jobs, or fewer?
(assert (forall ((n Int) (w Int) (r Int) (d Int))
  (=> (and (Jobs n w r d) (not (= (+ w r d) n))) false)))
(check-sat)
