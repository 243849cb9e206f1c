// A sum of bytes may overflow.
// expect: UNSAFE
function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvuge"} uge(a: bv8, b: bv8) returns (bool);

procedure {:entrypoint} main(a: bv8)
{
  var s: bv8;
  call s := twice(a);
  assert uge(s, a) || a[4:0] == 0bv4;
}

procedure twice(a: bv8) returns (s: bv8)
{
  s := add(a, a);
}
