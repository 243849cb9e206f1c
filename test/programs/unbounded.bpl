// A loop that no bound exhausts, and no error in sight.
procedure {:entrypoint} main(n: int)
{
  var i: int;
  i := 0;
  while (i != n) {
    i := i + 1;
  }
  assert i == n;
  assert i != 0 - 1;
}
