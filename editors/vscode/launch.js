// launch.js -- how cohort is started: for a check, and as a debug adapter.
"use strict";

/** The words of a check that writes a log and a witness. */
function checkWords(settings, file, sarif, witness) {
    return [
        "--progress=none",
        `--time-limit=${settings.timeLimit}`,
        `--sarif=${sarif}`,
        `--witness=${witness}`,
        ...settings.options,
        "--",
        file,
    ];
}

/** The session that steps through what such a check has found. */
function session(settings, file, witness, folder) {
    return {
        type: "cohort",
        request: "launch",
        name: "counterexample",
        witness,
        files: [file],
        options: settings.options,
        cwd: folder,
        stopOnEntry: true,
    };
}

const ADAPTER = ["replay", "--dap"];

module.exports = { checkWords, session, ADAPTER };
