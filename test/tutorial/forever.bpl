// A and b go up together, as often as one likes.
procedure {:entrypoint} main()
{
  var a: int;
  var b: int;
  var more: bool;
  a := 0;
  b := 0;
  havoc more;
  while (more) {
    a := a + 1;
    b := b + 1;
    havoc more;
  }
  assert a == b;
}
