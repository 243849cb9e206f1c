var g: int where g >= 0;
procedure {:entrypoint} main() returns (r: int)
  modifies g;
{
  var i: int;
  i := 0;
  while (i < 10)
    invariant i <= 10;
    free invariant g >= 0;
  {
    i := i + 1;
    if (*) { g := g + i; } else if (g > 5) { break; } else { call step(i); }
  }
  assert i == 10;
  r := g;
}
procedure step(n: int);
  requires n > 0;
  modifies g;
  ensures g == old(g) + n;
