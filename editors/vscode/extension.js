// extension.js -- cohort in VS Code: diagnostics on save, and counterexamples in the
// debugger.
"use strict";
const childProcess = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const { findings } = require("./sarif");
const { checkWords, session, ADAPTER } = require("./launch");

const STEPS_SHOWN = 50; // beside a diagnostic; the debugger has all
const EXIT_UNSAFE = 10;
const LANGUAGES = ["c", "cpp"];

function settingsOf() {
    const all = vscode.workspace.getConfiguration("cohort");
    return {
        path: all.get("path", "cohort"),
        options: all.get("options", []),
        checkOnSave: all.get("checkOnSave", false),
        timeLimit: all.get("timeLimit", 60),
    };
}

function folderOf(uri) {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder ? folder.uri.fsPath : path.dirname(uri.fsPath);
}

/** Checks a file; gives {code, log, witness, said}. `scratch` is the caller's. */
function check(settings, file, folder, scratch) {
    const log = path.join(scratch, "log.sarif"), witness = path.join(scratch, "trail");
    return new Promise((resolve) => {
        childProcess.execFile(settings.path, checkWords(settings, file, log, witness),
            { cwd: folder, maxBuffer: 1 << 24 }, (error, out, said) =>
                resolve({
                    code: error ? error.code : 0,
                    log: fs.existsSync(log) ? fs.readFileSync(log, "utf8") : null,
                    witness: fs.existsSync(witness) ? witness : null,
                    said: said || (error && error.message) || "",
                }));
    });
}

const SEVERITY = {
    error: vscode.DiagnosticSeverity.Error,
    warning: vscode.DiagnosticSeverity.Warning,
    note: vscode.DiagnosticSeverity.Information,
};

function rangeOf(place) {
    return new vscode.Range(place.line, place.column, place.line, place.column + 1);
}

function diagnosticOf(finding) {
    const d = new vscode.Diagnostic(rangeOf(finding), finding.message,
        SEVERITY[finding.level] ?? vscode.DiagnosticSeverity.Warning);
    d.source = "cohort";
    d.code = finding.rule;
    d.relatedInformation = finding.steps.slice(-STEPS_SHOWN).map((s) =>
        new vscode.DiagnosticRelatedInformation(
            new vscode.Location(vscode.Uri.file(s.file), rangeOf(s)), s.message));
    return d;
}

/** What cohort says of one checked file, under the files where it is. */
class Findings {
    constructor(collection) {
        this.collection = collection;
        this.of = new Map(); // checked file -> files with diagnostics
    }

    show(checked, list) {
        for (const file of this.of.get(checked) || [])
            this.collection.delete(vscode.Uri.file(file));
        const files = new Map();
        for (const f of list)
            files.set(f.file, [...(files.get(f.file) || []), diagnosticOf(f)]);
        for (const [file, diagnostics] of files)
            this.collection.set(vscode.Uri.file(file), diagnostics);
        this.of.set(checked, [...files.keys()]);
    }
}

function activate(context) {
    const shown = new Findings(vscode.languages.createDiagnosticCollection("cohort"));
    const status = vscode.window.createStatusBarItem();
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "cohort-vscode-"));
    const busy = new Set();
    let checks = 0;

    async function run(document) {
        const file = document.uri.fsPath, folder = folderOf(document.uri);
        if (busy.has(file))
            return null;
        busy.add(file);
        status.text = `cohort: checking ${path.basename(file)}`;
        status.show();
        const own = path.join(scratch, String(++checks));
        fs.mkdirSync(own);
        const settings = settingsOf();
        const result = await check(settings, file, folder, own);
        busy.delete(file);
        if (result.log) {
            const found = findings(result.log, folder);
            shown.show(file, found.list);
            status.text = `cohort: ${found.verdict}`;
        } else {
            shown.show(file, []);
            status.text = "cohort: not checked";
            status.tooltip = result.said;
        }
        return { ...result, file, folder, settings };
    }

    async function trail() {
        const editor = vscode.window.activeTextEditor;
        const result = editor && (await run(editor.document));
        if (!result)
            return;
        if (result.code === EXIT_UNSAFE && result.witness)
            await vscode.debug.startDebugging(undefined,
                session(result.settings, result.file, result.witness, result.folder));
        else
            vscode.window.showInformationMessage(
                result.log ? `${status.text}: there is no counterexample` : result.said);
    }

    context.subscriptions.push(
        shown.collection, status,
        { dispose: () => fs.rmSync(scratch, { recursive: true, force: true }) },
        vscode.workspace.onDidSaveTextDocument((document) =>
            settingsOf().checkOnSave && LANGUAGES.includes(document.languageId)
                ? run(document) : undefined),
        vscode.commands.registerCommand("cohort.check", () =>
            vscode.window.activeTextEditor && run(vscode.window.activeTextEditor.document)),
        vscode.commands.registerCommand("cohort.trail", trail),
        vscode.debug.registerDebugAdapterDescriptorFactory("cohort", {
            createDebugAdapterDescriptor: () =>
                new vscode.DebugAdapterExecutable(settingsOf().path, ADAPTER),
        }));
}

module.exports = { activate, deactivate() {} };
