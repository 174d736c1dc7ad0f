"use strict";
const byId = (id) => document.getElementById(id);
const LARGEST_SHOWN = 1 << 20, LARGEST_LINK = 1 << 22;

/* All text of others goes through here: it never becomes markup. */
function make(name, parent, text, classes) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (classes) element.className = classes;
    if (parent) parent.append(element);
    return element;
}
const cut = (text) => text.length > LARGEST_SHOWN ? text.slice(0, LARGEST_SHOWN) + "\n[" + (text.length - LARGEST_SHOWN) + " characters more]" : text;

/* ---- what can be asked of which language ---- */
const PROFILES = ["23", "22", "21", "19", "24", "document", "draft"], PROCESSORS = ["of web/site.py"];
const found = ["--diagnostics=json", "--timeout=20"], memory = "--max-memory=2047"; // all that a program of 32 bits may count on
const QUESTIONS = {
    race: { name: "Races", words: (c) => ["race", c.file, memory, ...c.options, ...found], repair: true, show: showFindings },
    draw: { name: "Races", words: (c) => QUESTIONS.race.words(c), show: showFindings }, // no repair is searched for: litmus knows one pixel
    litmus: { name: "All executions", words: (c) => ["litmus", c.file, ...c.options, ...found], repair: true, show: showFindings },
    report: { name: "Pictures and code", words: (c) => ["report", c.file, "-o", "page.html", "--timeout=5", "--mcpu=" + c.processor,
        ...(["22", "23"].includes(c.profile) ? ["--llvm=" + c.profile] : []), ...c.options], wanted: "page.html", show: showPage },
    translate: { name: "IR", words: (c) => ["translate", c.file, "--explain", "--llvm=" + c.profile, "--mcpu=" + c.processor, ...translatable(c.options)], show: showText },
    cost: { name: "Cost", words: (c) => ["cost", c.file, "--mcpu=" + c.processor], show: showText },
    check: { name: "Check", words: (c) => ["check", c.file, "--diagnostics=json", ...c.options], show: showFindings },
    test: { name: "Verdict", words: (c) => ["litmus", c.file, ...c.options, "--timeout=20"], show: showText },
    through: { name: "As IR", words: (c) => ["litmus", c.file, "--translate", "--llvm=" + c.profile, ...c.options, "--timeout=20"], show: showText },
    kernel: { name: "Races", words: (c) => ["race", c.file, "--mcpu=" + c.processor, memory, ...c.options, ...found], show: showFindings },
};
const SHADER = ["race", "report", "translate", "litmus", "cost"];
const LANGUAGES = {
    comp: { name: "GLSL, compute", file: "shader.comp", compiled: true, questions: SHADER },
    spvasm: { name: "SPIR-V assembly", file: "shader.spvasm", questions: SHADER },
    litmus: { name: "Litmus test of Vulkan", file: "test.litmus", questions: ["test", "through"] },
    test: { name: "Litmus test of Khronos", file: "test.test", questions: ["test", "through"] },
    ll: { name: "LLVM IR", file: "kernel.ll", questions: ["check", "test"] },
    s: { name: "Machine code", file: "kernel.s", questions: ["kernel", "cost"] },
};
for (const [ending, name, questions] of [["frag", "fragment", ["draw", "report", "translate", "litmus", "cost"]], ["tesc", "tessellation control", SHADER],
    ["task", "task", SHADER], ["mesh", "mesh", SHADER], ["vert", "vertex", ["translate", "cost"]], ["rgen", "ray generation", ["litmus", "translate", "cost"]]])
    LANGUAGES[ending] = { name: "GLSL, " + name, file: "shader." + ending, compiled: true, questions };
/* Options that translate has too: the others are about grids and runs. */
const translatable = (options) => options.filter((word, i) => /^--(spec|entry)\b/.test(word) || /^--(spec|entry)$/.test(options[i - 1] || ""));

/* ---- the page's state ---- */
let examples = [], question = null, answers = new Map(), marks = [], atLine = 0, started = 0;
const language = () => LANGUAGES[byId("language").value];
function context() {
    const words = byId("options").value.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) || [];
    return { file: language().compiled ? "shader.spv" : language().file, options: words.map((word) => word.replace(/["']/g, "")),
        processor: byId("processor").value, profile: byId("profile").value };
}

/* ---- the programs ---- */
const modules = {};
let worker = null, asked = 0, waiting = null;
const load = (name) => modules[name] ??= fetch(name + ".wasm").then((response) => {
    if (!response.ok) throw new Error(name + ".wasm: " + response.status);
    return response.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes));
function stop() {
    if (!waiting) return;
    worker.terminate();
    worker = null;
    waiting({ status: -1, out: "", errors: "", file: null });
    waiting = null;
}
/* A new question ends the one that runs. */
async function ask(words, wanted) {
    stop();
    const number = ++asked, { file, compiled } = language(), text = byId("text").value;
    const ready = { "spirv-mmra": await load("spirv-mmra") };
    if (compiled) ready["glslang"] = await load("glslang");
    if (number !== asked) return { status: -1 };
    worker ||= new Worker("worker.js");
    return new Promise((resolve) => {
        waiting = resolve;
        worker.onmessage = (event) => { if (event.data.number === number) { waiting = null; resolve(event.data); } };
        worker.onerror = () => { waiting = null; worker = null; resolve({ status: 7, out: "", errors: "the program ended unexpectedly" }); };
        worker.postMessage({ number, modules: ready, path: file, text, words, wanted });
    });
}

/* ---- the editor: numbers, marks, and an arrow between the accesses of a race ---- */
function layLines() {
    const gutter = byId("gutter"), count = byId("text").value.split("\n").length, height = parseFloat(getComputedStyle(byId("text")).lineHeight);
    const inner = make("div");
    inner.id = "numbers";
    const top = (line) => (line - 1) * height;
    for (const mark of [...marks, ...(atLine ? [{ line: atLine, kind: "at" }] : [])]) {
        const stripe = make("div", inner, undefined, "mark " + mark.kind);
        stripe.style.top = top(mark.line) + "px";
        stripe.style.height = height + "px";
    }
    make("pre", inner, Array.from({ length: count }, (_, i) => i + 1).join("\n"), "number");
    const race = marks.filter((mark) => mark.race);
    if (race.length > 1 && race[0].line !== race[1].line) drawArrow(inner, top(race[0].line) + height / 2, top(race[1].line) + height / 2);
    gutter.replaceChildren(inner);
    follow();
}
function drawArrow(parent, from, to) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), end = Math.max(from, to) + 8;
    svg.setAttribute("height", end);
    for (const [d, name] of [[`M18 ${from}H5V${to}H12`, "line"], [`M11 ${to - 5}L19 ${to}L11 ${to + 5}Z`, "head"]]) {
        const path = document.createElementNS(svg.namespaceURI, "path");
        path.setAttribute("d", d);
        path.setAttribute("class", name);
        svg.append(path);
    }
    parent.append(svg);
}
function follow() {
    const inner = byId("numbers");
    if (inner) inner.style.transform = `translateY(${-byId("text").scrollTop}px)`;
}
function goTo(line) {
    const text = byId("text"), lines = text.value.split("\n"), height = parseFloat(getComputedStyle(text).lineHeight);
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    atLine = line;
    text.focus();
    text.setSelectionRange(start, start);
    text.scrollTop = Math.max(0, (line - 1) * height - text.clientHeight / 3);
    layLines();
}
function setMarks(given) {
    marks = given.filter((mark) => mark.line > 0).sort((a, b) => (a.kind === "bad") - (b.kind === "bad")); // what is worse covers the rest
    atLine = 0;
    layLines();
}

/* ---- answers ---- */
const WORDS = { "-1": "stopped", 0: "", 1: "", 2: "wrong usage", 3: "not valid", 4: "not supported", 5: "out of memory", 6: "unknown", 7: "internal fault" };
function showStatus(text, kind, more) {
    const status = byId("status");
    status.replaceChildren();
    if (text) make("strong", status, text, kind);
    status.append(more || "");
}
const needsLLVM = (result) => result.errors.includes("no process can be started");
const heading = (result) => result.errors.split("\n").find((line) => line && !/^ /.test(line)) || "";
/* The command's own words: "shader.spv: data race". */
function showVerdict(result, seconds) {
    const kind = result.status === 0 && !readFindings(result.out).length ? "good" : result.status === 1 && question !== "test" ? "bad" : "open";
    const said = heading(result.errors ? result : { errors: result.out }).replace(/^\S+: /, "").slice(0, 200);
    const count = question === "check" && result.status <= 1 ? readFindings(result.out).filter((finding) => finding.severity !== "note").length : -1;
    const verdict = count >= 0 ? (count ? count + (count > 1 ? " findings" : " finding") : "nothing found") : result.compiler ? "does not compile" : needsLLVM(result) ? "needs LLVM" : WORDS[result.status] || (said && said.length < 60 ? said : result.status ? "something is wrong" : "done");
    showStatus(verdict, kind, seconds.toFixed(1) + " s");
}
function lineOf(finding) { return finding.source && finding.source.line || finding.line || 0; }
function placeButton(parent, finding) {
    const button = make("button", parent, undefined, "place"), line = lineOf(finding);
    make("span", button, finding.severity + (finding.rule && finding.severity !== "note" ? " [" + finding.rule + "]" : ""), finding.severity);
    button.append(line ? " line " + line + ": " : ": ");
    make("span", button, finding.message);
    button.disabled = !line;
    button.onclick = () => goTo(line);
    const text = line && byId("text").value.split("\n")[line - 1];
    if (text) make("pre", parent, text.trim(), "quoted");
}
function readFindings(out) {
    const findings = [];
    for (const line of out.split("\n")) {
        if (!line.startsWith("{")) continue;
        try { findings.push(JSON.parse(line)); } catch (error) { /* no message */ }
    }
    return findings;
}
function marksOf(findings) {
    let races = 0;
    return findings.map((finding, i) => {
        const race = finding.rule === "race" && (finding.severity === "error" ? (races = 1) : races && races++ < 2);
        return { line: lineOf(finding), kind: finding.severity === "error" || race ? "bad" : "note", race: Boolean(race) };
    });
}
function showFindings(result, parent) {
    const findings = readFindings(result.out);
    setMarks(marksOf(findings));
    let box = null;
    for (const finding of findings.slice(0, 200)) {
        if (!box || finding.severity !== "note") box = make("div", parent, undefined, "finding");
        placeButton(box, finding);
    }
    const rest = [...result.errors.split("\n"), ...result.out.split("\n").filter((line) => !line.startsWith("{"))].filter((line) => line.trim());
    if (rest.length) make("pre", parent, cut(rest.join("\n")), "hint");
}
function showText(result, parent) {
    make("pre", parent, cut([result.errors, result.out].filter(Boolean).join("\n")));
    if (needsLLVM(result))
        make("p", parent, "A browser starts no other programs, and this question needs LLVM's opt and llc: ask it of the command on your machine.", "hint");
}
/* The page that the library writes, in a frame that may run its script and nothing else. */
function showPage(result, parent) {
    if (!result.file) { showText(result, parent); return; }
    const frame = make("iframe", parent);
    frame.title = "The page about the shader";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = new TextDecoder().decode(result.file);
}
function showCompiler(result, parent) {
    const lines = result.out.split("\n").filter(Boolean);
    setMarks(lines.map((line) => ({ line: Number((line.match(/^ERROR: [^:]*:(\d+):/) || [])[1]) || 0, kind: "bad" })));
    make("pre", parent, cut(lines.join("\n") || result.errors));
}
function showAnswer(answer) {
    const parent = byId("answer"), { result } = answer;
    parent.replaceChildren();
    byId("asked").textContent = answer.command;
    showVerdict(result, answer.seconds);
    if (result.status === -1) return;
    if (result.compiler) showCompiler(result, parent);
    else QUESTIONS[question].show(result, parent);
    if (answer.repairs) showRepairs(answer.repairs, parent);
}

/* ---- repairs ---- */
/* The text with all repairs, from the last line to the first; null where one is no change of the source. */
function repaired(repairs) {
    const lines = byId("text").value.split("\n");
    for (const one of [...repairs].sort((a, b) => b.source.line - a.source.line)) {
        if (one.before === null || one.after === null) return null;
        const before = one.before.split("\n"), at = one.source.line - 1;
        let first = at;
        while (first > at - before.length && lines.slice(first, first + before.length).join("\n") !== one.before) first--;
        if (first <= at - before.length) return null;
        lines.splice(first, before.length, ...one.after.split("\n"));
    }
    return repairs.length ? lines.join("\n") : null;
}
function showRepairs(given, parent) {
    const repairs = given.suggestions || [];
    make("h2", parent, "Repair");
    if (!repairs.length) make("p", parent, given.nothing || "None was found on this grid: a smaller one may tell (--groups, --local).", "hint");
    else make("p", parent, "The fewest annotations more, for " + given.grid.groups.join("x") + " workgroups of " + given.grid.local.join("x") + " invocations:", "hint");
    for (const one of repairs) {
        const box = make("div", parent, undefined, "finding");
        placeButton(box, { severity: "note", line: one.line, source: one.source, message: one.in_source && !one.after ? one.in_source : one.message });
        if (one.after === null) continue;
        const change = make("pre", box, undefined, "change");
        make("del", change, "- " + one.before.trim());
        make("ins", change, "+ " + one.after.trim());
    }
    const text = repaired(repairs);
    if (text === null) return;
    const button = make("button", parent, "Apply the repair and run again", "first");
    button.id = "apply";
    button.onclick = () => {
        setText(text);
        startAnew();
    };
}
async function findRepairs(answer, mine) {
    const c = context(), parent = byId("answer"), searching = make("p", parent, "Looking for a repair.", "hint");
    const result = await ask(["litmus", c.file, ...c.options, "--suggest", "--json", "--timeout=10"]);
    searching.remove();
    let repairs = {};
    try { repairs = JSON.parse(result.out)[0] || repairs; } catch (error) { /* it says why it has none */ }
    if (result.status === -1 || mine !== started) return;
    answer.repairs = repairs;
    showRepairs(repairs, parent);
}

/* ---- asking ---- */
async function start() {
    const name = question, mine = ++started, c = context(), { words, wanted, repair } = QUESTIONS[name];
    const given = words(c), answer = { command: "spirv-mmra " + given.filter((word) => !/^--(diagnostics|timeout|max-memory)=/.test(word)).join(" ") };
    if (language().compiled) answer.command = "glslangValidator -V --target-env vulkan1.3 -g " + language().file + " -o shader.spv\n" + answer.command;
    byId("answer").replaceChildren();
    byId("asked").textContent = answer.command;
    showStatus("", "", "Running.");
    byId("stop").disabled = false;
    const began = performance.now();
    try {
        answer.result = await ask(given, wanted);
    } catch (error) {
        answer.result = { status: 7, out: "", errors: "The programs cannot be loaded: " + error.message };
    }
    if (mine !== started) return;
    answer.seconds = (performance.now() - began) / 1000;
    answers.set(name, answer);
    showAnswer(answer);
    if (repair && answer.result.status === 1 && !answer.result.compiler) await findRepairs(answer, mine);
    if (!waiting) byId("stop").disabled = true;
}
/* The answer to an earlier question counts no more. */
function startAnew() {
    answers.clear();
    start();
}
function choose(name) {
    question = name;
    showTabs();
    if (!answers.has(name)) { start(); return; }
    stop();
    started++;
    showAnswer(answers.get(name));
}
function showTabs() {
    const tabs = byId("tabs"), focused = tabs.contains(document.activeElement);
    tabs.replaceChildren();
    for (const name of language().questions) {
        const tab = make("button", tabs, QUESTIONS[name].name), chosen = name === question;
        tab.setAttribute("role", "tab");
        tab.setAttribute("aria-selected", chosen);
        tab.setAttribute("aria-controls", "panel");
        tab.id = "tab-" + name;
        tab.tabIndex = chosen ? 0 : -1;
        tab.onclick = () => choose(name);
        if (chosen) byId("panel").setAttribute("aria-labelledby", tab.id);
        if (chosen && focused) tab.focus();
    }
}
function moveTab(event) {
    const names = language().questions, step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose(names[(names.indexOf(question) + step + names.length) % names.length]);
}
function setText(text) {
    byId("text").value = text;
    setMarks([]);
}
/* Everything that the page holds, from an example or a link. */
function take(given) {
    byId("language").value = given.language;
    byId("options").value = given.options;
    if (given.processor) byId("processor").value = given.processor;
    if (given.profile) byId("profile").value = given.profile;
    setText(given.text);
    byId("text").scrollTop = 0;
    byId("link").hidden = true;
    answers.clear();
    const { questions } = language();
    choose(questions.includes(given.question) ? given.question : questions[0]);
}

/* ---- links: all of the input, compressed where the browser can, behind the # that no server sees ---- */
async function squeeze(bytes, stream) {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
    for (let length = 0, part = await reader.read(); !part.done; part = await reader.read()) {
        length += part.value.length;
        if (length > LARGEST_LINK) throw new Error("it holds more than 4 MiB");
        parts.push(part.value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}
const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromBase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const canSqueeze = () => typeof CompressionStream === "function";
async function share() {
    const input = { language: byId("language").value, question, options: byId("options").value, processor: byId("processor").value,
        profile: byId("profile").value, text: byId("text").value };
    const plain = new TextEncoder().encode(JSON.stringify(input));
    const hash = canSqueeze() ? "#1" + toBase64(await squeeze(plain, new CompressionStream("deflate-raw"))) : "#0" + toBase64(plain);
    history.replaceState(null, "", hash);
    byId("link").value = location.href;
    byId("link").hidden = false;
    byId("link").select();
    try {
        await navigator.clipboard.writeText(location.href);
        byId("share").textContent = "Copied";
    } catch (error) {
        byId("share").textContent = "Copy the link from the line below";
    }
    setTimeout(() => { byId("share").textContent = "Copy a link to this"; }, 3000);
}
async function readLink(hash) {
    let bytes = fromBase64(hash.slice(2));
    if (hash[1] === "1") bytes = await squeeze(bytes, new DecompressionStream("deflate-raw"));
    else if (hash[1] !== "0") throw new Error("it is of another kind");
    const given = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!given || !Object.hasOwn(LANGUAGES, given.language) || typeof given.text !== "string" || typeof given.options !== "string")
        throw new Error("it lacks a part");
    if (!PROCESSORS.includes(given.processor)) given.processor = PROCESSORS[0];
    if (!PROFILES.includes(given.profile)) given.profile = PROFILES[0];
    return given;
}
async function open() {
    if (location.hash.length > 1) {
        try {
            take(await readLink(location.hash));
            byId("example").value = "";
        } catch (error) {
            stop();
            showStatus("unreadable link", "open", "The link cannot be read: " + error.message);
        }
    } else {
        byId("example").value = 0;
        take(examples[0]);
    }
}

/* ---- the beginning ---- */
function fill(id, items) {
    for (const [value, name] of items) make("option", byId(id), name).value = value;
}
function fillExamples() {
    const select = byId("example");
    make("option", select, "(your own)").value = "";
    const groups = new Map();
    examples.forEach((example, i) => {
        if (!groups.has(example.group)) groups.set(example.group, make("optgroup", select)).get(example.group).label = example.group;
        make("option", groups.get(example.group), example.name).value = i;
    });
}
async function begin() {
    fill("language", Object.entries(LANGUAGES).map(([id, one]) => [id, one.name]));
    fill("processor", PROCESSORS.map((one) => [one, one]));
    fill("profile", PROFILES.map((one) => [one, one]));
    byId("text").addEventListener("scroll", follow);
    byId("text").addEventListener("input", () => {
        answers.clear();
        setMarks([]);
        byId("example").value = "";
    });
    byId("options").addEventListener("input", () => answers.clear());
    document.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) startAnew(); });
    byId("tabs").addEventListener("keydown", moveTab);
    byId("language").onchange = () => { answers.clear(); question = language().questions[0]; showTabs(); };
    byId("processor").onchange = byId("profile").onchange = startAnew;
    byId("example").onchange = () => {
        if (byId("example").value === "") return;
        history.replaceState(null, "", location.pathname);
        take(examples[byId("example").value]);
    };
    byId("run").onclick = startAnew;
    byId("stop").onclick = stop;
    byId("share").onclick = share;
    window.addEventListener("hashchange", open);
    load("spirv-mmra").catch(() => {});
    try {
        examples = await (await fetch("examples.json")).json();
    } catch (error) {
        showStatus("", "", "The examples cannot be loaded: " + error.message);
        return;
    }
    fillExamples();
    open();
}
begin();
