type ref;
type Field a;
type Heap = [ref]int;
const unique null: ref;
var heap: Heap, two: [int, bool][int]int;
procedure p(r: ref)
  modifies heap, two;
{
  heap[r] := 1;
  heap := heap[null := 2];
  two[1, true][3] := heap[r] - two[1, false][4];
  assert heap[r] == 1 || r == null;
}
