var x: int;
const y: int;
procedure p(x: int) returns (y: int)
{
  var p: int;
  p := x;
  assert (forall x: int, p: bool :: p ==> x > y);
  y := p;
}
