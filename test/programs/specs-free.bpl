// Only what the environment is said to do makes it safe.
// expect: SAFE
var g: int;

procedure {:entrypoint} main()
  modifies g;
{
  var x: int;
  call x := read();
  call keep(x);
  assert g > 0;
}

procedure read() returns (x: int);
  free ensures x > 0;

procedure keep(x: int)
  free requires x != 3;
  modifies g;
  ensures g == x && g != 3;
{
  g := x;
}
