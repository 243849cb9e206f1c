/* browser.js -- what drive.js and live.js share: a headless Chromium, what differs, axe-core.
 * puppeteer-core and axe-core are those below $MODULES (test/browser/run installs them). */
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const modules = require("module").createRequire(path.resolve(process.env.MODULES) + "/");
const puppeteer = modules("puppeteer-core");
const axe = fs.readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");

const NARROW = { width: 400, height: 800 }, WIDE = { width: 1600, height: 1000 };
let passed = 0, failed = 0;

function tell(name, wrongs) {
    if (wrongs.length)
        failed++;
    else
        passed++;
    console.log(wrongs.length ? `not ok ${name}: ${wrongs.join("; ")}` : `ok ${name}`);
}

/* Collects what differs. */
class Wrongs {
    constructor() {
        this.list = [];
    }
    same(what, got, wanted) {
        const good = wanted instanceof RegExp
            ? wanted.test(typeof got === "string" ? got : JSON.stringify(got))
            : JSON.stringify(got) === JSON.stringify(wanted);
        if (!good)
            this.list.push(`${what} is ${JSON.stringify(got)}, not ${wanted instanceof RegExp
                ? wanted : JSON.stringify(wanted)}`);
    }
}

async function settle(tab) {
    await tab.evaluate(() => new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/* Colours that are read, names that are told: what axe-core calls serious or critical. */
async function accessible(tab, wrongs) {
    await tab.evaluate(axe);
    const found = await tab.evaluate(() => axe.run(document, {
        resultTypes: ["violations"],
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    }));
    for (const v of found.violations)
        if (v.impact === "serious" || v.impact === "critical")
            wrongs.list.push(`axe: ${v.id} (${v.nodes.length}): ${v.nodes[0].target} ${v.help}`);
}

async function fits(tab, wrongs) {
    const wide = await tab.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    wrongs.same("the width", wide[0], wide[1]);
}

/* A page of that size and colour; `mine` says which addresses it may load.  What it complains
 * about is in its `complaints`. */
async function tabOf(browser, address, size, scheme, mine) {
    const tab = await browser.newPage();
    tab.complaints = [];
    tab.on("console", (m) => tab.complaints.push(`${m.type()}: ${m.text()}`));
    tab.on("pageerror", (e) => tab.complaints.push(`error: ${e.message}`));
    tab.on("request", (r) => {
        if (!mine(r.url()))
            tab.complaints.push(`loads ${r.url()}`);
    });
    await tab.setViewport(size);
    await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await tab.goto(address);
    await settle(tab);
    return tab;
}

/* Calls `work` with a browser; the last line is `N passed, N failed`. */
async function withBrowser(work) {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "cohort-browser-"));
    const browser = await puppeteer.launch({
        executablePath: process.env.CHROMIUM || "/usr/bin/chromium", userDataDir: profile,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
               "--disable-background-networking", "--disable-component-update"],
    });
    try {
        await work(browser);
    } finally {
        await browser.close();
        fs.rmSync(profile, { recursive: true, force: true });
    }
    console.log(`${passed} passed, ${failed} failed`);
}

function run(work) {
    withBrowser(work).catch((e) => {
        console.log(`not ok browser: ${e.stack}`);
        process.exitCode = 1;
    });
}

module.exports = { NARROW, WIDE, Wrongs, tell, settle, accessible, fits, tabOf, run };
