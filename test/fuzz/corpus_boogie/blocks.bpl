procedure p(x: int, y: int) returns (z: bool);
implementation p(x: int, y: int) returns (z: bool)
{
  var a, b: int;
start:
  a, b := x, y;
  goto left, right;
left:
  assume {:partition} a < b;
  z := true;
  goto done;
right:
  assume !(a < b);
  havoc z;
  goto start, done;
done:
  assert {:sourcefile "f.c"} {:sourceline 3} true;
  return;
}
