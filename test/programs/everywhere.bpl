// expect: UNSAFE
// What is said of all places of a map holds also where the run does not look.  The
// last axiom is one of those that solvers find no model for.
var m: [int]int;
var flags: int;

function POW2(x: int) returns (bool);
function BAND(x: int, y: int) returns (int);
function BOR(x: int, y: int) returns (int);
axiom POW2(1) && POW2(2) && POW2(4);
axiom (forall f: int :: {BAND(f, f)} BAND(f, f) == f);
axiom (forall x: int, f: int :: {BAND(BOR(x, f), f)}
  BAND(BOR(x, f), f) * BAND(BOR(x, f), f) == f * f);

procedure {:entrypoint} main ()
  modifies m, flags;
{
  var n: int;
  assume (forall x: int :: {m[x]} m[x] <= 0 || m[x] > 10);
  m[1] := 5;
  m[2] := 5;
  m[3] := 5;
  havoc n;
  flags := BOR(flags, 1);
  assume BAND(flags, 1) == 1;
  assume m[n] == 5 && n != 2;
  assert n == 1;
}
