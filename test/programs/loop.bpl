// A counter passes 3 if the loop goes round often enough.
// expect: UNSAFE
procedure {:entrypoint} main(n: int)
{
  var i: int;
  i := 0;
  while (i < n) {
    i := i + 1;
    assert i != 3;
  }
}
