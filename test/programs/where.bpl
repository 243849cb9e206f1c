// The where-clause holds at the start and after havoc, not after assignments.
// expect: UNSAFE
var g: int where g >= 0;

procedure {:entrypoint} main()
  modifies g;
{
  var x: int where x < 10;
  assert g >= 0;
  havoc g, x;
  assert g >= 0 && x < 10;
  call step();
  assert g >= 0;
}

procedure step()
  modifies g;
{
  g := g - 1;
}
