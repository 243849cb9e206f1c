// Two entry points: one fails, one does not.
procedure {:entrypoint} first()
{
  assert true;
}

procedure {:entrypoint} second(x: int)
{
  assert x != 2;
}
