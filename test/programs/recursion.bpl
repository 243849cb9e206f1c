// The third call of down fails: with bound 1 nothing, with 2 nothing up to it.
// expect: UNSAFE
var depth: int;

procedure {:entrypoint} main()
{
  depth := 0;
  call down(2);
}

procedure down(n: int)
  modifies depth;
{
  depth := depth + 1;
  assert depth < 3;
  if (n > 0) {
    call down(n - 1);
  }
}
