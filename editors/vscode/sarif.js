// sarif.js -- what a SARIF log of cohort says, as plain places and texts.
"use strict";
const path = require("path");

/** The file of a SARIF location; relative names are below `folder`. */
function fileOf(artifact, folder) {
    const uri = artifact && artifact.uri;
    if (typeof uri !== "string" || !uri)
        return null;
    const name = decodeURIComponent(uri.replace(/^file:\/\//, ""));
    return path.isAbsolute(name) ? name : path.join(folder, name);
}

/** {file, line, column, message} counted from 0, or null: the log names no place. */
function placeOf(location, folder) {
    const physical = location && location.physicalLocation;
    const file = physical && fileOf(physical.artifactLocation, folder);
    if (!file)
        return null;
    const region = physical.region || {};
    return {
        file,
        line: Math.max(1, region.startLine || 1) - 1,
        column: Math.max(1, region.startColumn || 1) - 1,
        message: (location.message && location.message.text) || "",
    };
}

const ORDER = 1e9; // behind all that have one

/** The steps of a counterexample in the order in which they happen, those of all threads. */
function stepsOf(result, folder) {
    const flow = (result.codeFlows || [])[0];
    const steps = ((flow && flow.threadFlows) || []).flatMap((t) => t.locations || []);
    return steps
        .sort((a, b) => (a.executionOrder || ORDER) - (b.executionOrder || ORDER))
        .map((s) => placeOf(s.location, folder))
        .filter((s) => s);
}

/**
 * Findings of a log: {file, line, column, message, level, rule, steps}, and the verdict.
 * A log that is none throws.
 */
function findings(text, folder) {
    const run = JSON.parse(text).runs[0];
    const list = [];
    for (const result of run.results || []) {
        const place = placeOf((result.locations || [])[0], folder);
        if (place)
            list.push({
                ...place,
                message: result.message.text,
                level: result.level || "warning",
                rule: result.ruleId,
                steps: stepsOf(result, folder),
            });
    }
    return { verdict: (run.properties && run.properties.verdict) || "UNKNOWN", list };
}

module.exports = { findings };
