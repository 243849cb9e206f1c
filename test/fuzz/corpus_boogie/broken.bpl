procedure p() { x := 1 goto L; }
