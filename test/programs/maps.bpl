// A map of two indices, an update, and a second one that hides it.
// expect: UNSAFE
var m: [int, bool]int;

procedure {:entrypoint} main(i: int)
  modifies m;
{
  m[i, true] := 7;
  call write(i, 8);
  assert m[i, true] == 7 || m[i, false] != 8;
}

procedure write(i: int, v: int)
  modifies m;
{
  var b: bool;
  m := m[i, true := v][i + 1, false := v];
  havoc b;
  m[i, b] := v;
  assume m[i, false] == v;
}
