// What the axiom says of g has models, but none that a solver finds; the error
// has nothing to do with it.
// expect: UNSAFE
function f(int) returns (int);
function g(int) returns (int);
axiom (forall x: int :: {g(x)} g(x) * g(x) == x * x);

procedure {:entrypoint} main(a: int)
{
  assert f(a) != a + g(a);
}
