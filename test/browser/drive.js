/* drive.js DIR NAME... -- opens DIR/NAME.html in a headless Chromium and uses it as people do:
 * what pages.js says of NAME must be seen.  Screenshots go to DIR.  Ends with
 * `N passed, N failed`. */
"use strict";
const fs = require("fs");
const path = require("path");
const { NARROW, WIDE, Wrongs, tell, settle, accessible, fits, tabOf, run } = require("./browser.js");
const pages = require("./pages.js");

/* What the page shows of the step at which it is. */
function shown() {
    const text = (e) => e ? e.textContent.trim() : null;
    const one = (selector) => document.querySelector(selector);
    const inside = (selector) => {
        const e = one(selector), box = e && e.closest(".scroll");
        if (!box)
            return null;
        const a = e.getBoundingClientRect(), b = box.getBoundingClientRect();
        return a.top >= b.top - 2 && a.bottom <= b.bottom + 2;
    };
    const changed = {};
    document.querySelectorAll("#values tr.changed").forEach((r) => {
        changed[text(r.children[0])] = text(r.children[1]);
    });
    return {
        position: text(one("#position")),
        hash: location.hash,
        slider: one("#slider").value,
        rows: document.querySelectorAll("#steps [aria-selected='true']").length,
        row: text(one("#steps [aria-selected='true'] .number")),
        line: text(one("#source .line.now .n")),
        node: text(one("#flow .node.now text")),
        instruction: text(one("#assembly .line.now")),
        now: text(one("#now")),
        changed,
        visible: [inside("#steps [aria-selected='true']"), inside("#source .line.now"),
                  inside("#values tr.changed")],
    };
}

async function look(tab) {
    await settle(tab);
    return tab.evaluate(shown);
}

function open(browser, file, size, scheme) {
    return tabOf(browser, "file://" + file, size, scheme, (url) => url.startsWith("file://" + file));
}

/* The head, without scrolling: what failed, and of a counterexample its last step. */
async function firstView(tab, page, wrongs) {
    const head = await tab.evaluate(() => {
        const h = document.querySelector("h1"), b = h.getBoundingClientRect();
        const now = document.querySelector("#now");
        return { text: h.textContent, in: b.top >= 0 && b.bottom <= innerHeight, y: scrollY,
                 now: !now.offsetParent || now.getBoundingClientRect().bottom <= innerHeight };
    });
    wrongs.same("what failed", head.text, page.says);
    wrongs.same("what failed is in the first view", [head.in, head.now, head.y], [true, true, 0]);
}

function stepIs(wrongs, page, got, step, wanted) {
    const at = `at step ${step} `;
    wrongs.same(at + "the position", got.position, `step ${step} of ${page.steps}`);
    wrongs.same(at + "the address", got.hash, "#step-" + parseInt(step));
    wrongs.same(at + "the number of selected rows", got.rows, 1);
    wrongs.same(at + "the row", got.row, String(step));
    wrongs.same(at + "what is out of sight", got.visible.indexOf(false), -1);
    for (const key in wanted)
        wrongs.same(at + key, got[key], wanted[key]);
}

/* Each step that pages.js names: by a click on its row, then by the slider. */
async function steps(tab, page, wrongs) {
    for (const step in page.at) {
        await tab.evaluate((n) => {
            const rows = Array.from(document.querySelectorAll("#steps .row"));
            rows.find((r) => r.querySelector(".number").textContent === n).click();
        }, step);
        stepIs(wrongs, page, await look(tab), step, page.at[step]);
    }
    for (const step in page.at) {
        const slid = await tab.evaluate((n) => {
            const rows = Array.from(document.querySelectorAll("#steps .row"));
            const slider = document.querySelector("#slider");
            slider.value = rows.findIndex((r) => r.querySelector(".number").textContent === n);
            slider.dispatchEvent(new Event("input"));
            return slider.getAttribute("aria-valuetext");
        }, step);
        wrongs.same("the slider's text", slid, `step ${step} of ${page.steps}`);
        stepIs(wrongs, page, await look(tab), step, page.at[step]);
    }
}

async function keyboard(tab, page, wrongs) {
    const order = [];
    await tab.evaluate(() => document.activeElement.blur());
    const press = async (key) => {
        await tab.keyboard.press(key);
        return look(tab);
    };
    stepIs(wrongs, page, await press("Home"), page.first || 1, {});
    const second = await press("ArrowRight");
    wrongs.same("one step on, the slider", second.slider, "1");
    wrongs.same("one step back, the slider", (await press("ArrowLeft")).slider, "0");
    const end = await press("End");
    wrongs.same("the slider at the end", end.slider, String(page.rows - 1));
    wrongs.same("past the end", (await press("ArrowRight")).slider, end.slider);
    /* In the order in which it is read, and no trap. */
    for (let i = 0; i < 40; i++) {
        await tab.keyboard.press("Tab");
        const id = await tab.evaluate(() => document.activeElement.id || document.activeElement.tagName);
        if (order.includes(id) || id === "BODY")
            break;
        order.push(id);
        if (id === "steps")
            wrongs.same("in the list, a row up", (await press("ArrowUp")).slider, String(page.rows - 2));
    }
    const wanted = ["start", "previous", "slider", "steps", "source"];
    wrongs.same("the order of Tab", order.filter((id) => wanted.includes(id)), wanted);
}

async function check(browser, dir, name) {
    const page = pages[name], file = path.resolve(dir, name + ".html");
    for (const [size, scheme] of [[NARROW, "light"], [WIDE, "dark"]]) {
        const wrongs = new Wrongs();
        const tab = await open(browser, file, size, scheme);
        await firstView(tab, page, wrongs);
        await tab.screenshot({ path: path.join(dir, `${name}-${size.width}-${scheme}.png`), fullPage: true });
        await fits(tab, wrongs);
        if (page.steps) {
            stepIs(wrongs, page, await look(tab), page.steps, {});
            if (size === WIDE)
                await steps(tab, page, wrongs);
            await keyboard(tab, page, wrongs);
        }
        if (page.more)
            await page.more(tab, wrongs);
        await accessible(tab, wrongs);
        wrongs.list.push(...tab.complaints);
        await tab.close();
        tell(`${name}, ${size.width} px, ${scheme}`, wrongs.list);
    }
}

/* The page of a counterexample with 10,000 steps: those of `name`, again and again. */
async function long(browser, dir, name) {
    const STEPS = 10000, MOST = 5e6, wrongs = new Wrongs();
    const open_ = '<script type="application/json" id="data">';
    const text = fs.readFileSync(path.join(dir, name + ".html"), "utf8");
    const from = text.indexOf(open_) + open_.length, to = text.indexOf("</script>", from);
    const data = JSON.parse(text.slice(from, to)), few = data.trace;
    data.trace = Array.from({ length: STEPS }, (_, i) => {
        const step = few[i % (few.length - 1)].slice();
        step[0] = i + 1;
        step[9] = step[9].map((v) => v.slice(0, 3).concat(i + few.length, v.slice(4)));
        return step;
    });
    data.steps = STEPS;
    const made = text.slice(0, from) + JSON.stringify(data).replace(/</g, "\\u003c") + text.slice(to);
    wrongs.same("its size", made.length < MOST, true);
    const file = path.resolve(dir, "long.html");
    fs.writeFileSync(file, made);
    const tab = await open(browser, file, WIDE, "light");
    wrongs.same("the position", (await look(tab)).position, `step ${STEPS} of ${STEPS}`);
    await tab.keyboard.press("Home");
    wrongs.same("the position", (await look(tab)).position, `step 1 of ${STEPS}`);
    const spent = await tab.evaluate(() => {
        const begun = performance.now(), slider = document.querySelector("#slider");
        for (let i = 0; i < 20; i++) {
            slider.value = 499 * i;
            slider.dispatchEvent(new Event("input"));
        }
        return (performance.now() - begun) / 20;
    });
    /* Slow is what people feel; the machine may be busy. */
    wrongs.same("a step takes less than half a second", spent < 500, true);
    const got = await look(tab);
    wrongs.same("what is out of sight", got.visible.indexOf(false), -1);
    await fits(tab, wrongs);
    wrongs.list.push(...tab.complaints);
    await tab.close();
    tell(`${STEPS} steps (${(made.length / 1e6).toFixed(1)} MB)`, wrongs.list);
}

run(async (browser) => {
    const [dir, ...names] = process.argv.slice(2);
    for (const name of names)
        await check(browser, dir, name);
    await long(browser, dir, names[0]);
});
