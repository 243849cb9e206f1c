// The precondition of put fails at the second call.
// expect: UNSAFE
var g: int;

procedure {:entrypoint} main(x: int)
  modifies g;
{
  g := 0;
  call put(x);
  call put(x);
}

procedure put(x: int)
  requires g < 1;
  modifies g;
  ensures g == old(g) + 1;
{
  g := g + 1;
}
