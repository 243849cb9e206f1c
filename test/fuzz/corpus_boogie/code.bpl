type T;
const c, d: T;
var x: int;
procedure q(b: bool) returns (r: bool, s: int where s > 0);
procedure p()
  modifies x;
{
  var r: bool, s: int;
L:
  call {:k "v", 1} r, s := q(c == d);
  assume |{ var t: int; A: t := x; goto B, C; B: return t > 0; C: return r; }|;
  x := s;
  if (r) { goto L; }
  call r, s := q(old(x) == x);
  assert {:msg "m"} r ==> s > 0;
}
