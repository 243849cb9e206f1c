/* live.js COHORT DIR -- a running check in a headless Chromium (--serve, doc/live.md): a worker
 * joins, is killed, and the check is interrupted; pages that are open all the time must show
 * each, narrow and light, wide and dark.  Screenshots go to DIR.  Ends with
 * `N passed, N failed`. */
"use strict";
const { spawn, execFileSync } = require("child_process");
const fs = require("fs");
const net = require("net");
const os = require("os");
const path = require("path");
const { NARROW, WIDE, Wrongs, tell, accessible, fits, tabOf, run } = require("./browser.js");

const [cohort, dir] = process.argv.slice(2);
const ENDLESS = ["--engine=cegar", "--seeds=0", "test/golden/horn/squares.smt2"];
const LONG_MS = 60000; /* the machine may be busy */

/* A port of this machine that nobody has. */
function freePort() {
    return new Promise((done) => {
        const door = net.createServer();
        door.listen(0, "127.0.0.1", () => {
            const port = door.address().port;
            door.close(() => done(port));
        });
    });
}

/* The check, and where its page is. */
function serve(keys, address) {
    const check = spawn(cohort, ["--progress=none", "--workers=1", "--time-limit=120",
        "--serve=127.0.0.1:0", "--keys=" + keys, "--listen=" + address, ...ENDLESS],
        { stdio: ["ignore", "pipe", "pipe"] });
    check.said = "";
    check.stdout.on("data", (d) => { check.said += d; });
    check.over = new Promise((done) => check.on("close", done));
    return new Promise((done, wrong) => {
        let heard = "";
        check.stderr.on("data", (d) => {
            heard += d;
            const found = /live view at (http:\S+)/.exec(heard);
            if (found)
                done([check, found[1]]);
        });
        check.over.then(() => wrong(new Error("no live view: " + heard)));
    });
}

/* What the page shows. */
function shown() {
    const text = (id) => document.getElementById(id).textContent;
    return {
        title: document.title, verdict: text("verdict"), workers: text("workers"),
        input: text("input"), heading: text("lines-title"),
        events: Array.from(document.querySelectorAll("#events li"),
                           (e) => e.textContent.replace(/^[\d.]+ s: /, "")),
        now: Array.from(document.querySelectorAll("#now dt"), (e) => e.textContent),
        lines: Array.from(document.querySelectorAll("#lines dt"), (e) => e.textContent),
    };
}

const has = (words) => `document.body.textContent.includes(${JSON.stringify(words)})`;

async function step(tabs, name, words, more) {
    for (const tab of tabs) {
        const wrongs = new Wrongs(), width = tab.viewport().width;
        try {
            await tab.bringToFront(); /* others do not draw */
            await tab.waitForFunction(has(words), { timeout: LONG_MS, polling: 100 });
            more(await tab.evaluate(shown), wrongs);
            await fits(tab, wrongs);
            await accessible(tab, wrongs);
            await tab.screenshot({ path: path.join(dir, `live-${name}-${width}.png`), fullPage: true });
        } catch (e) {
            wrongs.list.push(e.message, JSON.stringify(await tab.evaluate(shown)));
        }
        wrongs.list.push(...tab.complaints);
        tell(`live view, ${name}, ${width} px`, wrongs.list);
    }
}

run(async (browser) => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "cohort-live-")), keys = scratch + "/keys";
    execFileSync(cohort, ["keys", "--keys=" + keys]);
    const address = "tcp://127.0.0.1:" + await freePort();
    const [check, url] = await serve(keys, address);
    let joiner = null;
    try {
        const tabs = [];
        for (const [size, scheme] of [[NARROW, "light"], [WIDE, "dark"]])
            tabs.push(await tabOf(browser, url, size, scheme, (u) => u.startsWith(url) || u === "data:,"));
        await step(tabs, "alone", "1 joined, 0 lost", (s, wrongs) => {
            wrongs.same("the verdict", s.verdict, "running");
            wrongs.same("the title", s.title, "running: test/golden/horn/squares.smt2");
            wrongs.same("what is told", ["phase", "memory mb"].every((k) => s.now.includes(k)), true);
            wrongs.same("the heading", s.heading, "What is established");
        });
        joiner = spawn(cohort, ["join", "--workers=1", "--keys=" + keys, address],
                       { stdio: "ignore", detached: true });
        await step(tabs, "joined", "2 joined, 0 lost", (s, wrongs) =>
            wrongs.same("the events", s.events, ["worker 2 has joined", "worker 1 has joined"]));
        process.kill(-joiner.pid, "SIGKILL");
        joiner = null;
        await step(tabs, "killed", "worker 2 is lost", (s, wrongs) => {
            wrongs.same("the workers", s.workers, /joined, 1 lost/);
            wrongs.same("the verdict", s.verdict, "running");
        });
        check.kill("SIGINT");
        await step(tabs, "over", "interrupted", (s, wrongs) => {
            wrongs.same("the verdict", s.verdict, "UNKNOWN");
            wrongs.same("the heading", s.heading, "Outcome");
            wrongs.same("the lines", s.lines.slice(0, 2), ["verdict", "reason"]);
        });
        const wrongs = new Wrongs();
        wrongs.same("the exit code", await check.over, 5);
        wrongs.same("stdout", check.said, /^verdict: UNKNOWN\nreason: interrupted/);
        tell("live view, what is printed", wrongs.list);
    } finally {
        check.kill("SIGKILL");
        if (joiner)
            process.kill(-joiner.pid, "SIGKILL");
        fs.rmSync(scratch, { recursive: true, force: true });
    }
});
