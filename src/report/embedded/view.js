"use strict";
(function () {
    var data = JSON.parse(document.getElementById("data").textContent);
    var steps = data.trace || [];
    var at = 0;
    var kinds = ["step", "call", "return", "input", "interrupt", "loop", "fault"];
    // Fields of a step, of one of its values, of a node.
    var NUMBER = 0, FILE = 1, LINE = 2, THREAD = 3, KIND = 4, FOLDED = 5, NODE = 6,
        FUNCTION = 7, WHAT = 8, VALUES = 9, AGAIN = 12;
    var NAME = 0, VALUE = 1, CHANGED = 2, UNTIL = 3, FRAME = 4;
    var LABEL = 0, NFILE = 1, NLINE = 2, GROUP = 3, BAD = 4, DETAIL = 5;

    function id(name) {
        return document.getElementById(name);
    }
    function make(tag, kind, text) {
        var e = document.createElement(tag);
        if (kind)
            e.className = kind;
        if (text !== undefined)
            e.textContent = text;
        return e;
    }
    function svg(tag, attributes) {
        var e = document.createElementNS(id("empty").namespaceURI, tag);
        for (var name in attributes)
            e.setAttribute(name, attributes[name]);
        return e;
    }
    function show(name) {
        id(name).hidden = false;
    }
    function colour(thread) {
        return "var(--t" + thread % 8 + ")";
    }
    // In its own box only: the page stays where it is.
    function reveal(box, e, middle, across) {
        var from = e.getBoundingClientRect(), to = box.getBoundingClientRect();
        if (middle || from.top < to.top)
            box.scrollTop += from.top - to.top - (middle ? to.height / 2 - from.height / 2 : 0);
        else if (from.bottom > to.bottom)
            box.scrollTop += Math.min(from.top - to.top,
                                      from.bottom - to.bottom + box.clientHeight / 3);
        if (across && (from.left < to.left || from.right > to.right))
            box.scrollLeft += from.left - to.left - to.width / 2 + from.width / 2;
    }
    function base(path) {
        return path.slice(path.lastIndexOf("/") + 1);
    }
    function place(step) {
        if (step[FILE] < 0)
            return "";
        return base(data.files[step[FILE]]) + (step[LINE] ? ":" + step[LINE] : "");
    }
    // Without the function, which stands beside it.
    function said(step) {
        var head = step[FUNCTION] + ": ";
        return step[FUNCTION] && step[WHAT].indexOf(head) === 0
            ? step[WHAT].slice(head.length) : step[WHAT];
    }
    function span(step) {
        return step[NUMBER] + (step[FOLDED] > 1 ? "\u2013" + (step[NUMBER] + step[FOLDED] - 1) : "");
    }
    function names(list) {
        return list.map(function (v) {
            return v[NAME] + " = " + v[VALUE];
        }).join(", ");
    }

    // ---- steps

    // So many are laid out only as they come into view.
    var rows = [], MANY = 1000;
    function row(step, i) {
        var e = make("div", "row " + kinds[step[KIND]] + (step[FOLDED] ? " folded" : ""));
        e.id = "step-" + i;
        e.setAttribute("role", "option");
        e.appendChild(make("span", "number", span(step)));
        var head = make("span", "place");
        if (data.threads.length > 1) {
            var who = make("span", "who", data.threads[step[THREAD]]);
            who.style.color = colour(step[THREAD]);
            head.appendChild(who);
            head.appendChild(document.createTextNode("  "));
        }
        if (step[KIND] && kinds[step[KIND]] !== "fault") {
            head.appendChild(make("span", "badge " + kinds[step[KIND]], kinds[step[KIND]]));
            head.appendChild(document.createTextNode(" "));
        }
        if (step[AGAIN]) {
            head.appendChild(make("span", "badge loop", "loop begins"));
            head.appendChild(document.createTextNode(" "));
        }
        head.appendChild(document.createTextNode(
            place(step) + (step[FUNCTION] ? "  " + step[FUNCTION] : "")));
        e.appendChild(head);
        var what = make("span", "what", said(step));
        // Values that the text does not say already.
        var news = step[VALUES].filter(function (v) {
            return step[WHAT].indexOf(v[VALUE]) < 0 || step[WHAT].indexOf(v[NAME]) < 0;
        });
        if (news.length) {
            what.appendChild(document.createTextNode("  "));
            news.slice(0, 12).forEach(function (v, k) {
                what.appendChild(document.createTextNode(k ? ", " : ""));
                what.appendChild(make("span", v[CHANGED] & 1 ? "changed" : "",
                                      v[NAME] + (v[CHANGED] & 2 ? " == " : " = ") + v[VALUE]));
            });
            if (news.length > 12)
                what.appendChild(document.createTextNode(", .."));
        }
        e.appendChild(what);
        return e;
    }
    function fillSteps() {
        var all = document.createDocumentFragment();
        steps.forEach(function (step, i) {
            rows.push(row(step, i));
            all.appendChild(rows[i]);
        });
        id("steps").appendChild(all);
        id("steps").classList.toggle("many", rows.length > MANY);
        id("steps").addEventListener("click", function (event) {
            var e = event.target.closest(".row");
            if (e)
                go(+e.id.slice(5));
        });
        show("trace");
        show("steps-view");
        show("values-view");
        id("frame-title").textContent = data.threads.length > 1 ? "thread" : "where";
    }

    // ---- lanes: who does something when

    function lanes() {
        var rowsOf = data.threads.map(function (name, thread) {
            return [name, colour(thread), function (s) { return s[THREAD] === thread; }];
        });
        if (rowsOf.length < 2)
            rowsOf = [];
        [["interrupts", 4, "var(--t1)"], ["inputs", 3, "var(--t2)"]].forEach(function (k) {
            if (steps.some(function (s) { return s[KIND] === k[1]; }))
                rowsOf.push([k[0], k[2], function (s) { return s[KIND] === k[1]; }]);
        });
        if (!rowsOf.length)
            return;
        var box = id("lanes");
        box.hidden = false;
        rowsOf.forEach(function (r) {
            box.appendChild(make("span", "", r[0])).style.color = r[1];
            var lane = svg("svg", {
                viewBox: "0 0 " + steps.length + " 10", preserveAspectRatio: "none",
                role: "img", "aria-label": "steps of " + r[0]
            });
            for (var i = 0; i < steps.length; i++) {
                var from = i;
                while (i < steps.length && r[2](steps[i]))
                    i++;
                if (i > from)
                    lane.appendChild(svg("rect", {
                        x: from, y: 1, width: i - from, height: 8, style: "fill:" + r[1]
                    }));
            }
            lane.appendChild(svg("rect", {
                "class": "cursor", x: 0, y: 0, width: Math.max(1, steps.length / 300), height: 10,
                style: "fill:none;stroke:var(--ink);stroke-width:1.5;vector-effect:non-scaling-stroke"
            }));
            lane.addEventListener("click", function (event) {
                var b = lane.getBoundingClientRect();
                go(Math.floor((event.clientX - b.left) / b.width * steps.length));
            });
            box.appendChild(lane);
        });
    }

    // ---- values: what is known at the step

    function values() {
        var body = id("values"), list = [];
        for (var i = 0; i <= at; i++)
            steps[i][VALUES].forEach(function (v) {
                if (v[UNTIL] <= at)
                    return;
                var r = make("tr", i === at && v[CHANGED] & 1 ? "changed" : "");
                r.appendChild(make("td", "code", v[NAME]));
                r.appendChild(make("td", "code", v[VALUE]));
                r.appendChild(make("td", "soft",
                    v[CHANGED] & 4 ? "global"
                        : data.threads.length > 1 ? data.threads[steps[i][THREAD]]
                            : steps[i][KIND] === 1 ? "" : steps[i][FUNCTION] || ""));
                // What this thread sees first, by name: a value stays where it is.
                list.push([steps[i][THREAD] === steps[at][THREAD] ? 0 : 1, v[NAME], r]);
            });
        var places = list.some(function (l) { return l[2].lastChild.textContent; });
        id("values-view").classList.toggle("bare", !places);
        list.sort(function (a, b) {
            return a[0] - b[0] || a[1].localeCompare(b[1], "en", { numeric: true });
        });
        body.textContent = "";
        list.forEach(function (l) {
            body.appendChild(l[2]);
        });
        var news = body.querySelector(".changed");
        if (news)
            reveal(body.closest(".scroll"), news, false);
    }

    // ---- invariants, by place

    // Without parentheses around the whole.
    function bare(text) {
        for (var i = 0, depth = 0; i < text.length && text[0] === "("; i++) {
            depth += (text[i] === "(") - (text[i] === ")");
            if (!depth)
                return i === text.length - 1 ? bare(text.slice(1, -1)) : text;
        }
        return text;
    }
    var invariants = [];
    (data.invariants || []).forEach(function (v) {
        var last = invariants[invariants.length - 1], text = bare(v[4]);
        if (!last || last.file !== v[0] || last.line !== v[1] || last.column !== v[2])
            invariants.push(last = { file: v[0], line: v[1], column: v[2], function: v[3], hold: [] });
        if (last.hold.indexOf(text) < 0)
            last.hold.push(text);
    });

    // ---- source

    var shownFile = -1, lineOf = {}, source = {};
    data.source.forEach(function (s) {
        source[s.file] = s;
    });
    function visited(file) {
        var on = {};
        steps.forEach(function (s) {
            if (s[FILE] === file && s[LINE])
                on[s[LINE]] = true;
        });
        return on;
    }
    function openFile(file) {
        if (file === shownFile)
            return;
        var box = id("source"), all = document.createDocumentFragment();
        var on = visited(file), s = source[file];
        shownFile = file;
        lineOf = {};
        id("source-file").value = file;
        s.parts.forEach(function (part) {
            if (part[0] > 1)
                all.appendChild(make("span", "line gap", ".."));
            part[1].split("\n").forEach(function (text, i) {
                var n = part[0] + i, line = make("span", on[n] ? "line on" : "line");
                line.appendChild(make("span", "n", n));
                line.appendChild(document.createTextNode(text + "\n"));
                lineOf[n] = line;
                all.appendChild(line);
                invariants.forEach(function (v) {
                    if (v.file === file && v.line === n)
                        v.hold.forEach(function (e, k) {
                            all.appendChild(make("span", "line inv",
                                (k ? "  and " : "\u22a2 whenever this is evaluated: ") + e + "\n"));
                        });
                });
            });
        });
        box.textContent = "";
        box.appendChild(make("div", "lines")).appendChild(all);
        box.onclick = function (event) {
            var e = event.target.closest(".line");
            for (var n in lineOf)
                if (lineOf[n] === e)
                    goWhere(function (t) { return t[FILE] === file && t[LINE] === +n; });
        };
    }
    function fillSource() {
        if (!data.source.length)
            return;
        data.source.forEach(function (s) {
            var o = make("option", "", data.files[s.file]);
            o.value = s.file;
            id("source-file").appendChild(o);
        });
        id("source-file").addEventListener("change", function () {
            openFile(+this.value);
        });
        id("source-file").hidden = data.source.length < 2;
        if (data.source.length < 2)
            id("source-title").textContent = "Source: " + base(data.files[data.source[0].file]);
        show("source-view");
        openFile(data.source[0].file);
    }
    function markSource(step) {
        var old = id("source").querySelector(".now");
        if (old)
            old.classList.remove("now");
        // A step without a place happens where the last one with a place did.
        for (var i = at; i >= 0 && !(step[FILE] >= 0 && step[LINE] && source[step[FILE]]); i--)
            step = steps[i];
        if (!(step[FILE] >= 0 && source[step[FILE]]))
            return;
        openFile(step[FILE]);
        var line = lineOf[step[LINE]];
        if (line) {
            line.classList.add("now");
            reveal(id("source"), line, true);
        }
    }

    // ---- assembly: the instructions of the control-flow graph, by address

    var instruction = [];
    function fillAssembly() {
        var nodes = data.flow ? data.flow.nodes : [], all = document.createDocumentFragment();
        nodes.forEach(function (n, i) {
            if (!n[DETAIL])
                return;
            n[DETAIL].split("\n").forEach(function (text) {
                instruction.push([parseInt(text, 16), i, text]);
            });
        });
        if (!instruction.length)
            return;
        instruction.sort(function (a, b) { return a[0] - b[0]; });
        var group = -1;
        instruction.forEach(function (a) {
            if (nodes[a[1]][GROUP] !== group) {
                group = nodes[a[1]][GROUP];
                all.appendChild(make("span", "line gap", data.flow.groups[group] + ":\n"));
            }
            var line = make("span", "line", " " + a[2] + "\n");
            a[3] = line;
            all.appendChild(line);
        });
        id("assembly").appendChild(make("div", "lines")).appendChild(all);
        show("assembly-view");
    }
    function markAssembly(step) {
        var old = id("assembly").querySelector(".now");
        if (old)
            old.classList.remove("now");
        var address = step[10];
        for (var i = at; i >= 0 && address < 0; i--)
            address = steps[i][10];
        instruction.forEach(function (a) {
            if (a[0] === address) {
                a[3].classList.add("now");
                reveal(id("assembly"), a[3], true);
            }
        });
    }

    // ---- graphs, in layers

    var HIGH = 24, GAP = 34, SIDE = 18;
    function nodeText(graph, node) {
        if (node[LABEL] && !node[NLINE])
            return node[LABEL];
        var s = source[node[NFILE]], text = node[LABEL] || "";
        if (s && node[NLINE] && !node[LABEL])
            s.parts.forEach(function (part) {
                var line = part[1].split("\n")[node[NLINE] - part[0]];
                if (node[NLINE] >= part[0] && line !== undefined)
                    text = line.trim();
            });
        if (node[DETAIL] && !text)
            text = node[DETAIL].split("\n")[0];
        return (node[NLINE] ? node[NLINE] + "  " : "") + text;
    }
    // Edges that close a cycle, by a walk from the first node on.
    function backEdges(nodes, out) {
        var state = {}, back = {};
        nodes.forEach(function (root) {
            var stack = [[root, 0]];
            if (state[root])
                return;
            state[root] = 1;
            while (stack.length) {
                var top = stack[stack.length - 1], next = (out[top[0]] || [])[top[1]++];
                if (!next) {
                    state[top[0]] = 2;
                    stack.pop();
                } else if (state[next.to] === 1)
                    back[next.index] = true;
                else if (!state[next.to]) {
                    state[next.to] = 1;
                    stack.push([next.to, 0]);
                }
            }
        });
        return back;
    }
    // Longest path from above, then neighbours near each other.
    function layers(nodes, edges) {
        var out = {}, into = {}, layer = {}, rank = {};
        edges.forEach(function (e) {
            (out[e.from] = out[e.from] || []).push(e);
        });
        var back = backEdges(nodes, out), waits = {}, ready = [];
        nodes.forEach(function (n) {
            layer[n] = 0;
            waits[n] = 0;
            into[n] = [];
        });
        edges.forEach(function (e) {
            if (!back[e.index]) {
                waits[e.to]++;
                into[e.to].push(e.from);
            }
        });
        nodes.forEach(function (n) {
            if (!waits[n])
                ready.push(n);
        });
        for (var i = 0; i < ready.length; i++)
            (out[ready[i]] || []).forEach(function (e) {
                if (back[e.index])
                    return;
                layer[e.to] = Math.max(layer[e.to], layer[ready[i]] + 1);
                if (!--waits[e.to])
                    ready.push(e.to);
            });
        var rowsOf = [];
        nodes.forEach(function (n) {
            (rowsOf[layer[n]] = rowsOf[layer[n]] || []).push(n);
        });
        for (var round = 0; round < 6; round++)
            rowsOf.forEach(function (r) {
                var weight = {};
                r.forEach(function (n, k) {
                    var near = round % 2 ? (out[n] || []).map(function (e) { return e.to; }) : into[n];
                    near = near.filter(function (m) { return rank[m] !== undefined; });
                    weight[n] = near.length
                        ? near.reduce(function (sum, m) { return sum + rank[m]; }, 0) / near.length
                        : k / r.length;
                });
                r.sort(function (a, b) { return weight[a] - weight[b] || a - b; });
                r.forEach(function (n, k) { rank[n] = (k + 0.5) / r.length; });
            });
        return { rows: rowsOf, back: back };
    }
    function draw(graph, nodes, edges, onPath, nodeClick) {
        var plan = layers(nodes, edges), where = {}, width = 200, high = 0, most = 28;
        var text = {}, wide = {};
        nodes.forEach(function (n) {
            text[n] = nodeText(graph, graph.nodes[n]);
            if (text[n].length > most)
                text[n] = text[n].slice(0, most - 1) + "\u2026";
            wide[n] = Math.max(36, text[n].length * 7.4 + 14);
        });
        plan.rows.forEach(function (r) {
            width = Math.max(width, r.reduce(function (sum, n) { return sum + wide[n] + SIDE; }, SIDE));
        });
        plan.rows.forEach(function (r, k) {
            var whole = r.reduce(function (sum, n) { return sum + wide[n] + SIDE; }, -SIDE);
            var x = (width - whole) / 2;
            r.forEach(function (n) {
                where[n] = { x: x, y: 10 + k * (HIGH + GAP), w: wide[n] };
                x += wide[n] + SIDE;
            });
            high = 10 + k * (HIGH + GAP) + HIGH;
        });
        var right = width + 30 + 8 * Object.keys(plan.back).length % 120;
        var root = svg("svg", {
            width: right, height: high + 30, viewBox: "0 0 " + right + " " + (high + 30),
            role: "img", "aria-label": "graph of " + nodes.length + " nodes"
        });
        var marker = svg("marker", {
            id: "arrow-" + graph.name, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8,
            markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse"
        });
        marker.appendChild(svg("path", { d: "M0 0L8 4L0 8z" }));
        root.appendChild(svg("defs", {})).appendChild(marker);
        var backs = 0;
        edges.forEach(function (e) {
            var a = where[e.from], b = where[e.to];
            var ax = a.x + a.w / 2, ay = a.y + HIGH, bx = b.x + b.w / 2, by = b.y, d;
            if (e.from === e.to) {
                ax = a.x + a.w;
                d = "M" + ax + " " + (ay - 7) + "C" + (ax + 26) + " " + ay + " " + (ax + 26)
                    + " " + by + " " + ax + " " + (by + 7);
            } else if (plan.back[e.index]) {
                var side = width + 10 + 8 * backs++ % 120;
                ay = a.y + HIGH / 2;
                by = b.y + HIGH / 2;
                ax = a.x + a.w;
                bx = b.x + b.w;
                d = "M" + ax + " " + ay + "C" + side + " " + ay + " " + side + " " + by + " " + bx + " " + by;
            } else {
                var half = Math.max(GAP / 2, (by - ay) / 2);
                d = "M" + ax + " " + ay + "C" + ax + " " + (ay + half) + " " + bx + " " + (by - half) + " " + bx + " " + by;
            }
            var path = svg("path", {
                d: d, "marker-end": "url(#arrow-" + graph.name + ")",
                "class": ["", "call", "behind"][e.kind] + (onPath.edge[e.from + ">" + e.to] ? " on" : "")
            });
            if (e.label)
                path.appendChild(svg("title", {})).textContent = e.label;
            root.appendChild(path);
        });
        var shown = {};
        nodes.forEach(function (n) {
            var p = where[n];
            var g = svg("g", {
                "class": "node" + (onPath.node[n] ? " on" : "") + (graph.nodes[n][BAD] ? " bad" : ""),
                "data-node": n
            });
            g.appendChild(svg("rect", { x: p.x, y: p.y, width: p.w, height: HIGH, rx: 4 }));
            var t = svg("text", { x: p.x + p.w / 2, y: p.y + 16, "text-anchor": "middle" });
            t.textContent = text[n];
            g.appendChild(t);
            var about = nodeText(graph, graph.nodes[n])
                + (graph.nodes[n][DETAIL] ? "\n" + graph.nodes[n][DETAIL] : "");
            g.appendChild(svg("title", {})).textContent = about;
            g.addEventListener("click", function () { nodeClick(n); });
            root.appendChild(g);
            shown[n] = g;
        });
        return { root: root, shown: shown };
    }
    function pathOf(graph, nodeAt) {
        var on = { node: {}, edge: {} }, last = -1;
        steps.forEach(function (s) {
            var n = s[nodeAt];
            if (n === undefined || n < 0)
                return;
            on.node[n] = true;
            if (last >= 0 && last !== n)
                on.edge[last + ">" + n] = true;
            last = n;
        });
        // A relation that leads to itself.
        graph.edges.forEach(function (e) {
            if (e[0] === e[1] && on.node[e[0]])
                on.edge[e[0] + ">" + e[1]] = true;
        });
        return on;
    }
    function Graph(name, nodeAt) {
        var graph = data[name], self = this;
        this.mark = function () {};
        if (!graph || !graph.nodes.length)
            return;
        graph.name = name;
        var on = pathOf(graph, nodeAt), box = id(name), picker = id(name + "-group");
        var shownGroup = -1, drawn = null;
        function open(group) {
            if (group === shownGroup)
                return;
            shownGroup = group;
            var nodes = [], edges = [], inside = {};
            graph.nodes.forEach(function (n, i) {
                if (n[GROUP] === group) {
                    nodes.push(i);
                    inside[i] = true;
                }
            });
            graph.edges.forEach(function (e, i) {
                if (inside[e[0]] && inside[e[1]])
                    edges.push({ from: e[0], to: e[1], kind: e[2], label: e[3], index: i });
            });
            drawn = draw(graph, nodes, edges, on, function (n) {
                goWhere(function (s) { return s[nodeAt] === n; });
            });
            box.textContent = "";
            box.appendChild(drawn.root);
            if (picker)
                picker.value = group;
        }
        this.mark = function (step) {
            var n = step[nodeAt];
            for (var i = at; i >= 0 && (n === undefined || n < 0); i--)
                n = steps[i][nodeAt];
            var old = box.querySelector(".now");
            if (old)
                old.classList.remove("now");
            if (n === undefined || n < 0)
                return;
            open(graph.nodes[n][GROUP]);
            drawn.shown[n].classList.add("now");
            reveal(box, drawn.shown[n], true, true);
        };
        if (picker) {
            graph.groups.forEach(function (g, i) {
                var o = make("option", "", g);
                o.value = i;
                picker.appendChild(o);
            });
            picker.hidden = graph.groups.length < 2;
            picker.addEventListener("change", function () { open(+this.value); });
        }
        if (graph.groups[0] === "clauses")
            id(name + "-title").textContent = "Clauses";
        if (graph.all)
            id(name + "-note").textContent =
                graph.nodes.length + " of " + graph.all + " nodes are shown.";
        show(name + "-view");
        open(graph.first || 0);
        self.graph = graph;
    }

    // ---- proofs

    function definitions(text) {
        var list = [], depth = 0, from = 0;
        for (var i = 0; i < text.length; i++) {
            var c = text[i];
            if (c === "|" || c === "\"")
                i = text.indexOf(c, i + 1);
            else if (c === ";" && !depth)
                i = text.indexOf("\n", i);
            else if (c === "(" && !depth++)
                from = i;
            else if (c === ")" && !--depth) {
                var m = /^\(define-fun\s+(\|[^|]*\||\S+)\s/.exec(text.slice(from, i + 1));
                if (m)
                    list.push([m[1].replace(/^\||\|$/g, ""), text.slice(from, i + 1)]);
            }
            if (i < 0)
                break;
        }
        return list;
    }
    function fillProof() {
        var box = id("proof"), found = false;
        if (invariants.length) {
            var t = make("table"), body = make("tbody"), head = make("tr");
            ["where", "function", "holds whenever it is evaluated"].forEach(function (h) {
                head.appendChild(make("th", "", h)).scope = "col";
            });
            t.appendChild(make("thead")).appendChild(head);
            invariants.forEach(function (v) {
                var r = make("tr"), cell = make("td", "code"), holds = make("td", "code");
                var b = make("button", "", base(data.files[v.file]) + ":" + v.line);
                b.type = "button";
                b.addEventListener("click", function () {
                    if (!source[v.file])
                        return;
                    openFile(v.file);
                    var old = id("source").querySelector(".now");
                    if (old)
                        old.classList.remove("now");
                    lineOf[v.line].classList.add("now");
                    reveal(id("source"), lineOf[v.line], true);
                });
                cell.appendChild(b);
                r.appendChild(cell);
                r.appendChild(make("td", "code", v.function));
                v.hold.forEach(function (e) { holds.appendChild(make("div", "", e)); });
                r.appendChild(holds);
                body.appendChild(r);
            });
            t.appendChild(body);
            box.appendChild(t);
            found = true;
        }
        if (data.proof) {
            var list = data.smt ? definitions(data.proof) : [];
            list.forEach(function (d) {
                box.appendChild(make("h3", "", d[0]));
                var text = make("pre", "wrap", d[1]);
                text.tabIndex = 0;
                box.appendChild(text);
            });
            if (!list.length) {
                var all = make("details"), text = make("pre", "wrap", data.proof);
                all.appendChild(make("summary", "", data.proofTitle));
                text.tabIndex = 0;
                all.appendChild(text);
                box.appendChild(all);
            }
            found = true;
        }
        if (!found)
            return;
        id("proof-title").textContent = data.proofTitle;
        id("proof-about").textContent = data.proofAbout;
        show("proof-view");
    }

    // ---- going through

    var flow, states;
    // Rows that were never seen take another height once they are.
    function again(to, times) {
        requestAnimationFrame(function () {
            if (at !== to)
                return;
            reveal(id("steps"), rows[at], false);
            if (times)
                again(to, times - 1);
        });
    }
    function go(to) {
        if (!steps.length)
            return;
        to = Math.max(0, Math.min(steps.length - 1, to));
        rows[at].setAttribute("aria-selected", "false");
        at = to;
        var step = steps[at];
        rows[at].setAttribute("aria-selected", "true");
        id("steps").setAttribute("aria-activedescendant", "step-" + at);
        reveal(id("steps"), rows[at], false);
        if (rows.length > MANY)
            again(at, 6);
        id("slider").value = at;
        id("slider").setAttribute("aria-valuetext", "step " + step[NUMBER] + " of " + data.steps);
        id("position").textContent = "step " + span(step) + " of " + data.steps;
        id("start").disabled = id("previous").disabled = at === 0;
        id("end").disabled = id("next").disabled = at === steps.length - 1;
        var rest = step[VALUES].length && step[WHAT].indexOf(step[VALUES][0][NAME]) < 0
            ? ": " + names(step[VALUES]) : "";
        id("now").textContent = (data.threads.length > 1 ? data.threads[step[THREAD]] + ", " : "")
            + (place(step) ? place(step) + ": " : "") + said(step) + rest;
        values();
        markSource(step);
        markAssembly(step);
        flow.mark(step);
        states.mark(step);
        Array.prototype.forEach.call(document.querySelectorAll("#lanes .cursor"), function (c) {
            c.setAttribute("x", Math.min(at, steps.length - +c.getAttribute("width")));
        });
        try {
            history.replaceState(null, "", "#step-" + step[NUMBER]);
        } catch (e) {
            // A page in a frame may not.
        }
    }
    // The next step for which it is so, or the first.
    function goWhere(is) {
        for (var i = 1; i <= steps.length; i++)
            if (is(steps[(at + i) % steps.length]))
                return go((at + i) % steps.length);
    }
    function keys(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName))
            return;
        var list = event.target.id === "steps";
        var slides = event.target.id === "slider";
        if (event.key === "ArrowRight" || (list && event.key === "ArrowDown"))
            go(at + 1);
        else if (event.key === "ArrowLeft" || (list && event.key === "ArrowUp"))
            go(at - 1);
        else if (event.key === "Home")
            go(0);
        else if (event.key === "End")
            go(steps.length - 1);
        else if (event.key === "PageDown" && (list || slides))
            go(at + 10);
        else if (event.key === "PageUp" && (list || slides))
            go(at - 10);
        else
            return;
        event.preventDefault();
    }
    fillSource();
    fillAssembly();
    flow = new Graph("flow", NODE);
    states = new Graph("states", 11);
    fillProof();
    if (!steps.length)
        return;
    fillSteps();
    lanes();
    id("slider").max = steps.length - 1;
    id("slider").addEventListener("input", function () { go(+this.value); });
    id("start").addEventListener("click", function () { go(0); });
    id("previous").addEventListener("click", function () { go(at - 1); });
    id("next").addEventListener("click", function () { go(at + 1); });
    id("end").addEventListener("click", function () { go(steps.length - 1); });
    document.addEventListener("keydown", keys);
    var wanted = /^#step-(\d+)$/.exec(location.hash), first = steps.length - 1;
    if (wanted)
        steps.forEach(function (s, i) {
            if (s[NUMBER] <= +wanted[1])
                first = i;
        });
    go(first);
})();
