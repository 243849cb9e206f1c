// f grows somewhere, but not everywhere.
// expect: UNSAFE
function f(int) returns (int);
axiom (forall x: int :: {f(x)} f(x) >= x);

procedure {:entrypoint} main(a: int)
{
  assert f(a) > a;
}
