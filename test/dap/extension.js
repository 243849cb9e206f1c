// extension.js -- tests of editors/vscode, without an editor: what of the module `vscode`
// it uses is made here, cohort itself is the real one.
//
//     COHORT=build/cohort node test/dap/extension.js
"use strict";
const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");

const ROOT = path.join(__dirname, "../..");
const EDITOR = path.join(ROOT, "editors/vscode");
const COHORT = path.resolve(process.env.COHORT || path.join(ROOT, "build/cohort"));
const RING = path.join(ROOT, "test/c/demo/ring.c");

class Stub {
    constructor(...words) {
        this.words = words;
    }
}

/** An editor that remembers what it is told. */
function editor(settings) {
    const e = {
        diagnostics: new Map(), commands: {}, sessions: [], said: [], factory: null, save: null,
    };
    e.vscode = {
        DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
        Range: Stub, Location: Stub, DiagnosticRelatedInformation: Stub,
        DebugAdapterExecutable: Stub, Diagnostic: Stub,
        Uri: { file: (f) => ({ fsPath: f }) },
        languages: {
            createDiagnosticCollection: () => ({
                set: (uri, list) => e.diagnostics.set(uri.fsPath, list),
                delete: (uri) => e.diagnostics.delete(uri.fsPath),
                dispose() {},
            }),
        },
        window: {
            createStatusBarItem: () => (e.status = { show() {}, dispose() {} }),
            showInformationMessage: (text) => e.said.push(text),
            activeTextEditor: undefined,
        },
        workspace: {
            getConfiguration: () => ({ get: (key, other) => settings[key] ?? other }),
            getWorkspaceFolder: () => ({ uri: { fsPath: ROOT } }),
            onDidSaveTextDocument: (f) => ((e.save = f), { dispose() {} }),
        },
        commands: { registerCommand: (name, f) => ((e.commands[name] = f), { dispose() {} }) },
        debug: {
            registerDebugAdapterDescriptorFactory: (type, f) =>
                ((e.factory = f), { dispose() {} }),
            startDebugging: async (folder, session) => e.sessions.push(session),
        },
    };
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? e.vscode : load(name, ...rest));
    delete require.cache[require.resolve(path.join(EDITOR, "extension.js"))];
    const extension = require(path.join(EDITOR, "extension.js"));
    Module._load = load;
    e.context = { subscriptions: [] };
    extension.activate(e.context);
    e.close = () => e.context.subscriptions.forEach((s) => s.dispose());
    return e;
}

const document = (file) => ({ uri: { fsPath: file }, languageId: "c" });

const tests = {
    async "a log becomes findings"() {
        const { findings } = require(path.join(EDITOR, "sarif.js"));
        const at = (uri, line, text) => ({
            physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
            message: { text },
        });
        const log = {
            runs: [{
                properties: { verdict: "UNSAFE" },
                results: [{
                    ruleId: "race", level: "warning", message: { text: "both write x" },
                    locations: [at("a%20b.c", 7)],
                    codeFlows: [{
                        threadFlows: [
                            { locations: [{ location: at("a%20b.c", 3, "one"), executionOrder: 2 }] },
                            { locations: [{ location: at("/c.c", 4, "two"), executionOrder: 1 }] },
                        ],
                    }],
                }, { ruleId: "nowhere", message: { text: "no place" } }],
            }],
        };
        assert.deepStrictEqual(findings(JSON.stringify(log), "/w"), {
            verdict: "UNSAFE",
            list: [{
                file: "/w/a b.c", line: 6, column: 0, message: "both write x", level: "warning",
                rule: "race",
                steps: [{ file: "/c.c", line: 3, column: 0, message: "two" },
                    { file: "/w/a b.c", line: 2, column: 0, message: "one" }],
            }],
        });
        assert.throws(() => findings("{}", "/w"));
    },

    async "a file is checked when it is saved"() {
        const e = editor({ path: COHORT, options: ["-DBUG"], checkOnSave: true });
        await e.save(document(RING));
        const [d] = e.diagnostics.get(RING);
        assert.deepStrictEqual(d.words[0].words, [47, 8, 47, 9]);
        assert.strictEqual(d.words[1], "assertion `count <= SIZE' failed");
        assert.strictEqual(d.words[2], 0);
        assert.strictEqual(d.relatedInformation[0].words[1], "__VERIFIER_nondet_bool () = 1");
        assert.strictEqual(e.status.text, "cohort: UNSAFE");
        assert.strictEqual(await e.save({ ...document(RING), languageId: "python" }), undefined);
        e.close();
    },

    async "nothing is checked unless it is wanted, and what is mended goes away"() {
        const settings = { path: COHORT, options: ["-DBUG"] };
        const e = editor(settings);
        assert.strictEqual(await e.save(document(RING)), undefined);
        assert.strictEqual(e.diagnostics.size, 0);
        e.vscode.window.activeTextEditor = { document: document(RING) };
        await e.commands["cohort.check"]();
        assert.strictEqual(e.diagnostics.size, 1);
        settings.options = [];
        await e.commands["cohort.trail"]();
        assert.strictEqual(e.diagnostics.size, 0);
        assert.deepStrictEqual(e.sessions, []);
        assert.match(e.said[0], /SAFE: there is no counterexample/);
        e.close();
    },

    async "the trail is opened in the debugger"() {
        const e = editor({ path: COHORT, options: ["-DBUG"] });
        e.vscode.window.activeTextEditor = { document: document(RING) };
        await e.commands["cohort.trail"]();
        const [s] = e.sessions;
        assert.ok(fs.existsSync(s.witness));
        assert.deepStrictEqual({ ...s, witness: 0 }, {
            type: "cohort", request: "launch", name: "counterexample", witness: 0,
            files: [RING], options: ["-DBUG"], cwd: ROOT, stopOnEntry: true,
        });
        assert.deepStrictEqual(e.factory.createDebugAdapterDescriptor().words,
            [COHORT, ["replay", "--dap"]]);
        e.close();
        assert.ok(!fs.existsSync(s.witness));
    },

    async "a program that is not there is told"() {
        const e = editor({ path: path.join(os.tmpdir(), "no-cohort") });
        e.vscode.window.activeTextEditor = { document: document(RING) };
        await e.commands["cohort.trail"]();
        assert.match(e.said[0], /ENOENT/);
        e.close();
    },

    async "the manifest names what there is"() {
        const manifest = JSON.parse(fs.readFileSync(path.join(EDITOR, "package.json")));
        const e = editor({});
        assert.deepStrictEqual(manifest.contributes.commands.map((c) => c.command).sort(),
            Object.keys(e.commands).sort());
        assert.strictEqual(manifest.contributes.debuggers[0].type, "cohort");
        assert.ok(fs.existsSync(path.join(EDITOR, manifest.main)));
        assert.strictEqual(manifest.version, fs.readFileSync(path.join(ROOT, "VERSION"), "utf8").trim());
        e.close();
    },
};

(async () => {
    let bad = 0;
    for (const [name, run] of Object.entries(tests))
        try {
            await run();
            console.log(`ok extension: ${name}`);
        } catch (e) {
            bad++;
            console.log(`not ok extension: ${name}`);
            console.error(e);
        }
    process.exit(bad ? 1 : 0);
})();
