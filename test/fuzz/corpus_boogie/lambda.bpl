procedure p(m: [int]bool)
{
  assume m == (lambda i: int :: i > 0);
  assert m[1];
}
