var \type: int; // a comment
var a.b$c#d: bool; /* another /* nested */ one */
procedure \var(x': int) returns (y?: int)
{
  var ~z, ^w, `q: int;
  y? := x' + \type;
  while (true) { if (*) { break; } y? := y? - 1; }
}
