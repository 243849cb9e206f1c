// old in a body, in a specification, and after a call.
// expect: UNSAFE
var g: int;

procedure {:entrypoint} main()
  modifies g;
{
  call bump();
  call bump();
  assert g != old(g) + 2;
}

procedure bump()
  modifies g;
  ensures g > old(g);
{
  g := old(g) + 1;
  assert g == old(g) + 1;
}
