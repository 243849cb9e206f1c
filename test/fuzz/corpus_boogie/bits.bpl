function {:bvbuiltin "bvadd"} add(bv32, bv32) returns (bv32);
function {:bvbuiltin "bvult"} less(x: bv32, y: bv32): bool;
procedure p(x: bv32)
{
  var b: bv8;
  b := x[8:0];
  assume less(x, 5bv32);
  assert add(x, 1bv32)[32:8] ++ b == add(x, 1bv32);
}
