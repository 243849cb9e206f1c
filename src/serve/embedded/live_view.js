/* live_view.js -- asks for the state of a check once a second and shows it. */
"use strict";
const EVERY_MS = 1000;
/* Which of the pages that look this is: each is to see the outcome. */
const me = Math.random().toString(36).slice(2, 12);
const element = (id) => document.getElementById(id);

function made(name, text, parent, kind) {
    const e = document.createElement(name);
    e.textContent = text;
    if (kind)
        e.className = kind;
    parent.append(e);
}

function pairs(list, rows) {
    list.replaceChildren();
    for (const [key, value] of rows) {
        made("dt", key, list);
        made("dd", String(value), list);
    }
}

/* What is told apart elsewhere is left out. */
function progress(p) {
    const other = new Set(["progress", "note"]);
    return Object.entries(p)
        .filter(([key]) => !other.has(key))
        .map(([key, value]) => [key.replaceAll("_", " "), value]);
}

function workers(s) {
    element("workers").textContent = s.joined === undefined
        ? "" : `${s.joined} joined, ${s.lost} lost`;
    element("events").replaceChildren();
    for (const [seconds, worker, who, lost] of [...(s.events || [])].reverse())
        made("li", `${seconds.toFixed(1)} s: ${worker} ${who} ${lost ? "is lost" : "has joined"}`,
            element("events"), lost ? "lost" : "");
}

function show(s) {
    const verdict = s.over ? (s.lines.find(([key]) => key === "verdict") || ["", "ended"])[1] : "";
    document.title = `${verdict || "running"}: ${s.input}`;
    element("verdict").textContent = verdict || "running";
    element("verdict").dataset.verdict = verdict;
    element("input").textContent = s.input;
    element("version").textContent = `cohort ${s.version}`;
    element("progress").textContent = s.progress && !s.over ? s.progress.progress : "";
    element("lines-title").textContent = s.over ? "Outcome" : "What is established";
    pairs(element("now"), s.progress ? progress(s.progress) : []);
    pairs(element("lines"), s.lines);
    workers(s);
}

async function ask() {
    let over = false;
    try {
        const answer = await fetch("state" + location.search, {cache: "no-store", headers: {"Cohort-View": me}});
        if (!answer.ok)
            throw new Error(await answer.text());
        const state = await answer.json();
        element("reach").hidden = true;
        show(state);
        over = state.over;
    } catch (e) {
        element("reach").hidden = false;
        element("reach").textContent = `cohort does not answer any more: ${e.message}`;
    }
    if (!over)
        setTimeout(ask, EVERY_MS);
}

ask();
