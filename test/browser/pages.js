/* pages.js -- what drive.js must see on each page that test/browser/run makes.
 *
 * `says` is the sentence on top; `steps` how many the counterexample has, `rows` how many
 * are told (others are folded into one, `first` is the label of such a first row); `at`
 * what is shown at a step: the values that change there, the marked line of the source,
 * node of the graph, instruction. */
"use strict";

/* Invariants stand in the source, below the line where they hold. */
async function invariants(tab, wrongs) {
    const got = await tab.evaluate(() => ({
        hidden: [document.querySelector("#trace").hidden, document.querySelector("#steps-view").hidden],
        lines: Array.from(document.querySelectorAll("#source .line.inv")).map((e) => {
            let above = e;
            while (above.classList.contains("inv"))
                above = above.previousSibling;
            return above.firstChild.textContent;
        }),
        text: document.querySelector("#source .line.inv").textContent,
        rows: Array.from(document.querySelectorAll("#proof tbody tr"), (r) =>
            r.children[0].textContent + " " + r.children[1].textContent),
        holds: document.querySelectorAll("#proof tbody div").length,
    }));
    wrongs.same("no counterexample", got.hidden, [true, true]);
    wrongs.same("invariants", got.lines.length > 1 && got.lines.length === got.holds, true);
    wrongs.same("the invariant's line", Array.from(new Set(got.lines)), ["14"]);
    wrongs.same("the table", got.rows, ["loop-safe.c:14 twice"]);
    wrongs.same("that of s and i", got.text, /2LL \* \(long long\)\(i\)/);
    await tab.click("#proof tbody button");
    wrongs.same("the marked line", await tab.evaluate(() =>
        document.querySelector("#source .line.now .n").textContent), "14");
}

async function definitions(tab, wrongs) {
    const got = await tab.evaluate(() => ({
        names: Array.from(document.querySelectorAll("#proof h3"), (e) => e.textContent),
        nodes: Array.from(document.querySelectorAll("#flow .node text"), (e) => e.textContent),
        bad: document.querySelectorAll("#flow .node.bad").length,
        title: document.querySelector("#flow-title").textContent,
    }));
    const relations = ["a1", "a2", "a3", "a4", "end"];
    wrongs.same("relations with a definition", got.names, relations);
    wrongs.same("relations in the graph", got.nodes.map((n) => n.replace(/^\d+ +/, "")).sort(),
                relations.concat("false", "true").sort());
    wrongs.same("nodes that must not be reached", got.bad, 1);
    wrongs.same("the graph's title", got.title, "Clauses");
}

/* Who does something when; a click in a lane goes there. */
function lanes(names) {
    return async (tab, wrongs) => {
        wrongs.same("lanes", await tab.evaluate(() =>
            Array.from(document.querySelectorAll("#lanes span"), (e) => e.textContent)), names);
        await tab.evaluate(() => document.querySelector("#lanes svg").dispatchEvent(
            new MouseEvent("click", { clientX: document.querySelector("#lanes svg").getBoundingClientRect().left + 1 })));
        wrongs.same("the step after a click on a lane's begin", await tab.evaluate(() =>
            document.querySelector("#slider").value), "0");
    };
}

async function ofRun(tab, wrongs) {
    wrongs.same("tables", await tab.evaluate(() =>
        Array.from(document.querySelectorAll("h2"), (e) => e.textContent)
            .filter((t) => /Counters|This run/.test(t))), ["Counters", "This run over time", "This run"]);
}

module.exports = {
    c: {
        says: /^UNSAFE assertion `count <= SIZE' failed \{count = 5\}, at test\/c\/demo\/ring\.c:48:9 in main, after 31 steps\.$/,
        steps: 31, rows: 31, more: lanes(["inputs"]),
        at: {
            4: { changed: { "ring[0]": "0" }, line: "24", node: "24  ring[(head + count) % S…" },
            9: { changed: { byte: "0" }, line: "45", node: /^44  if/, now: "ring.c:45: call put (byte = 0)" },
            28: { changed: {}, line: "24" },
            29: { changed: { count: "5" }, line: "25" },
            31: { changed: {}, line: "48", node: "48  assert (count <= SIZE);" },
        },
    },
    invariants: {
        says: /^SAFE Nothing that was checked can go wrong, whatever the input\.$/, more: invariants,
    },
    threads: {
        says: /^UNSAFE deadlock: none of 4 threads can go on, at test\/threads\/philosophers\.c:19:9, after 26 steps\.$/,
        steps: 26, rows: 26, more: lanes(["main", "thread 1", "thread 2", "thread 3"]),
        at: {
            5: { changed: { i: "2" }, line: "30" },
            17: { changed: { argument: "0x1", left: "1", right: "2" }, line: "16", node: /^16 / },
            22: { changed: {}, line: "35", node: /^35 /, now: "main, philosophers.c:35: waits for the end of thread 1" },
            26: { changed: {}, line: "19", node: /^18 / },
        },
    },
    boogie: {
        says: /^UNSAFE acquire: assert !locked fails \{locked = true\}, at test\/programs\/demo-lock\.bpl:7:3 in acquire, after 10 steps\.$/,
        steps: 10, rows: 10,
        at: {
            3: { changed: { sent: "false", tries: "0" }, line: "20", node: "20  anon0" },
            5: { changed: { locked: "true" }, line: "8", node: "7  anon0" },
            8: { changed: { tries: "1" }, line: "27", node: "27  anon5" },
            10: { changed: {}, line: "7" },
        },
    },
    proof: {
        says: /^SAFE Nothing that was checked can go wrong, whatever the input\.$/, more: definitions,
    },
    refutation: {
        says: /^UNSAFE an error can be derived: query of at \{x = 7\}, at test\/problems\/counter-unsafe\.smt2:7:1, after 9 steps\.$/,
        steps: 9, rows: 9,
        at: {
            1: { changed: { x: "0" }, line: "5", node: "4  at" },
            6: { changed: { x: "4" }, line: "6", node: "4  at" },
            9: { changed: { x: "7" }, line: "7", node: "false" },
        },
    },
    firmware: {
        says: /^UNSAFE !\(pinched && \(PORTB & 1\)\) does not hold, at test\/firmware\/lift\.c:57, after 74 steps\.$/,
        steps: 74, rows: 12, first: "1–27", more: lanes(["interrupts", "inputs"]),
        at: {
            39: { changed: { PINA: "0x01", r24: "0x01" }, line: "84", instruction: "0140  in r24, PINA" },
            49: { changed: /"SPL"/, line: "56" },
            62: { changed: { pinched: "1" }, line: "47", node: /^45 /, instruction: /^011a  sts 0x0061, r24/ },
            73: { changed: { PORTB: "0x01" }, line: "57", instruction: "008a  out PORTB, r24" },
        },
    },
    run: {
        says: /^UNSAFE an error can be derived: query of s .*, at test\/problems\/ticket-unsafe\.smt2:19:1, after 6 steps\.$/,
        steps: 6, rows: 6, more: ofRun,
        at: { 1: { changed: {}, line: "6", node: "4  s" }, 6: { line: "19", node: "false" } },
    },
};
