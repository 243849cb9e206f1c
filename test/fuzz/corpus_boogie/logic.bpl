function f(x: int): int;
function {:inline} g(x, y: int): bool { x < y && f(x) == y }
function h(int, bool) returns (r: real);
axiom (forall x: int :: {f(x)} {:weight 3} f(x) > 0 ==> x >= 0);
axiom (exists x, y: int :: g(x, y)) <==> !(true <== false);
axiom h(1, false) == 1.5 && real(2) / 3.0 != h(3, true);
axiom (if f(0) > 1 then 7 div 2 else -7 mod 2) == 2 * 3 + 1 - 4;
