// What the axioms say of f is enough.
// expect: SAFE
function f(int) returns (int);
function g(int) returns (int);
axiom (forall x: int :: {f(x)} f(x) > g(x));
axiom (forall x: int :: {g(x)} g(x) >= 0);

procedure {:entrypoint} main(a: int)
{
  var r: int;
  call r := apply(a);
  assert r > 0;
}

procedure apply(a: int) returns (r: int)
{
  r := f(a);
}
