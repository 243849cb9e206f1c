// Taken apart and put together.
// expect: SAFE
function {:bvbuiltin "bvand"} and(a: bv8, b: bv8) returns (bv8);

procedure {:entrypoint} main(a: bv8)
{
  var s: bv8;
  call s := swap(a);
  call s := swap(s);
  assert s == a;
  assert and(s, 240bv8) == a[8:4] ++ 0bv4;
}

procedure swap(a: bv8) returns (s: bv8)
{
  s := a[4:0] ++ a[8:4];
}
