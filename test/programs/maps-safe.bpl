// Reading over writing, in an array of arrays.
// expect: SAFE
type Ref;
const unique null: Ref;
const unique root: Ref;
var heap: [Ref][int]int;

procedure {:entrypoint} main(v: int)
  modifies heap;
{
  var row: [int]int;
  row := heap[root][0 := v];
  call set(root, row);
  assert heap[root][0] == v;
}

procedure set(r: Ref, row: [int]int)
  modifies heap;
{
  heap := heap[null := heap[r]];
  heap[r] := row;
}
