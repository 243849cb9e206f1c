// Weights that are multiples of 3: no choice of them has the sum that is asserted
// against.  Many calls, each of which matters: takes some seconds, and is split.
var sum: int;

procedure {:entrypoint} main()
  modifies sum;
{
  sum := 0;
  call pair0();
  call pair1();
  call pair2();
  call pair3();
  call pair4();
  call pair5();
  call pair6();
  assert sum != 1150;
}

procedure pair0()
  modifies sum;
{
  if (*) {
    call add(150);
  }
  if (*) {
    call add(117);
  } else {
    call add(3);
  }
}

procedure pair1()
  modifies sum;
{
  if (*) {
    call add(165);
  }
  if (*) {
    call add(213);
  } else {
    call add(3);
  }
}

procedure pair2()
  modifies sum;
{
  if (*) {
    call add(99);
  }
  if (*) {
    call add(102);
  } else {
    call add(3);
  }
}

procedure pair3()
  modifies sum;
{
  if (*) {
    call add(246);
  }
  if (*) {
    call add(192);
  } else {
    call add(3);
  }
}

procedure pair4()
  modifies sum;
{
  if (*) {
    call add(108);
  }
  if (*) {
    call add(159);
  } else {
    call add(3);
  }
}

procedure pair5()
  modifies sum;
{
  if (*) {
    call add(201);
  }
  if (*) {
    call add(99);
  } else {
    call add(3);
  }
}

procedure pair6()
  modifies sum;
{
  if (*) {
    call add(264);
  }
  if (*) {
    call add(186);
  } else {
    call add(3);
  }
}

procedure add(w: int)
  modifies sum;
{
  if (sum > 10000) {
    call reset();
  }
  sum := sum + w;
}

procedure reset()
  modifies sum;
{
  sum := 0;
}
