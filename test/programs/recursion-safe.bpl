// Four calls of half, so bound 4 tells all.
// expect: SAFE
procedure {:entrypoint} main()
{
  var r: int;
  call r := half(10);
  assert r >= 0;
}

procedure half(n: int) returns (r: int)
  ensures r >= 0;
{
  r := 0;
  if (n > 1) {
    call r := half(n div 2);
    r := r + 1;
  }
}
