"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/* All text of the module goes through here: it never becomes markup. */
function make(name, parent, text, classes) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (classes) element.className = classes;
    if (parent) parent.appendChild(element);
    return element;
}

/* ---- which lines belong together: by the word of the SPIR-V instruction, and that by its place ---- */
const places = data.places;
/* The line with which the call begins that a line belongs to. Inner calls come before outer ones. */
const begins = data.sources.map((source) => {
    const first = new Map();
    for (const call of source.calls) for (let i = call[0]; i <= call[1]; i++) if (!first.has(i)) first.set(i, call[0]);
    return first;
});
const placeOf = (file, line) => file + ":" + (begins[file] && begins[file].get(line) || line);
function keyOf(word) {
    let low = 0, high = places.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (places[middle][0] <= word) low = middle + 1; else high = middle;
    }
    const place = low ? places[low - 1] : null;
    return word && place && place[2] ? placeOf(place[1], place[2]) : "";
}
const ofWord = new Map(), ofPlace = new Map(), notes = new Map();
function join(map, key, element) {
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(element);
}

/* ---- colours: what a language writes as comment, string, number, keyword, name and metadata ---- */
const GLSL = "if else for while do return break continue switch case default discard struct layout in out inout uniform buffer shared groupshared const void bool " +
    "coherent volatile restrict readonly writeonly nonprivate devicecoherent queuefamilycoherent workgroupcoherent subgroupcoherent flat precise cbuffer static register";
const IR = "define declare call load store atomic fence syncscope atomicrmw cmpxchg ret br label switch phi select getelementptr unordered monotonic acquire release " +
    "acq_rel seq_cst volatile align to internal global addrspace";
const words = (list) => "\\b(?:" + list.replace(/ /g, "|") + ")\\b";
const COLOURS = {
    source: [["c", "\\/\\/.*|\\/\\*.*?(?:\\*\\/|$)"], ["m", "^\\s*#\\s*\\w+"], ["k", words(GLSL) + "|\\b(?:u?int|float|double|half|[biud]?vec|mat)[\\dx_t]*\\b"],
        ["i", "\\b(?:gl_\\w+|SV_\\w+|(?:atomic|image[A-Z]|subgroup|control|memory|group|Wave|Interlocked)\\w*(?=\\()|barrier)\\b"], ["n", "\\b\\d[\\w.]*"]],
    spirv: [["s", '"(?:[^"\\\\]|\\\\.)*"'], ["k", "\\bOp\\w+"], ["i", "%\\w+"], ["n", "\\b\\d+\\b"]],
    ir: [["c", ";.*"], ["i", '[%@](?:"[^"]*"|[\\w.$-]+)'], ["m", "![\\w.]*"], ["s", '"[^"]*"'], ["k", words(IR)], ["n", "\\b\\d+\\b"]],
    machine: [["c", ";.*"], ["m", "\\.L\\w+"], ["k", "^\\s*[a-z]\\w+"], ["i", "\\b[sv](?:\\d+|\\[[\\d:]+\\])|\\b(?:vcc|exec)\\w*"], ["n", "\\b(?:0x[\\da-f]+|\\d+)\\b"]],
};
for (const language of Object.keys(COLOURS))
    COLOURS[language] = new RegExp(COLOURS[language].map(([name, pattern]) => "(?<" + name + ">" + pattern + ")").join("|"), "g");
function colour(item) {
    const text = item.text, node = item.childNodes[1], pieces = document.createDocumentFragment();
    let at = 0;
    const plain = (to) => { if (to > at) pieces.append(text.slice(at, to)); };
    for (const match of item.inside ? [] : text.matchAll(COLOURS[item.language])) {
        plain(match.index);
        make("span", pieces, match[0], Object.keys(match.groups).find((name) => match.groups[name] !== undefined));
        at = match.index + match[0].length;
    }
    if (item.inside) { make("span", pieces, text, "c"); at = text.length; }
    plain(text.length);
    item.replaceChild(pieces, node);
}
/* A line is coloured when its block comes near the window: large modules have many lines. */
const nearby = new IntersectionObserver((entries) => {
    for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        nearby.unobserve(entry.target);
        for (const item of entry.target.children) if (item.text.trim()) colour(item);
    }
}, { rootMargin: "1000px" });

/* ---- panels ---- */
const BLOCK = 250;
const baseName = (path) => path.replace(/^.*\//, "");
function panel(parent, title, language, lines, describe) {
    const section = make("div", parent, undefined, "panel");
    const head = make("h3", section, title);
    head.id = parent.id + "-" + parent.children.length;
    const list = make("div", section, undefined, lines.length > 2 * BLOCK ? "lines long" : "lines");
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-labelledby", head.id);
    list.tabIndex = 0;
    list.items = [];
    let block = null, inside = false;
    lines.forEach((line, i) => {
        if (i % BLOCK === 0) {
            block = make("div", list, undefined, "block");
            block.setAttribute("role", "presentation");
            nearby.observe(block);
        }
        const item = make("div", block, undefined, "line"), d = describe(line);
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        if (!d.text.trim() && !d.number) item.setAttribute("aria-label", "blank line");
        make("span", item, d.number, "number");
        item.appendChild(document.createTextNode(d.text || " "));
        item.text = d.text;
        item.language = language;
        item.inside = inside && language === "source" && !d.text.includes("*/");
        inside = d.text.lastIndexOf("/*") > d.text.lastIndexOf("*/") || (inside && !d.text.includes("*/"));
        item.word = d.word || 0;
        item.place = d.place || keyOf(item.word);
        item.index = i;
        if (item.word) join(ofWord, item.word, item);
        if (item.place) join(ofPlace, item.place, item);
        list.items.push(item);
    });
    listen(list);
    return list;
}

function partners(item) {
    /* an instruction's own lines, or without an instruction all of the place's; and the line of the source */
    const found = new Set(item.word ? ofWord.get(item.word) : ofPlace.get(item.place) || []);
    for (const other of ofPlace.get(item.place) || []) if (!other.word || !item.word) found.add(other);
    found.add(item);
    return found;
}

let lit = new Set(), kept = new Set(), keptItem = null;
function light(item) {
    for (const other of lit) other.classList.remove("lit");
    lit = item ? partners(item) : new Set();
    for (const other of lit) other.classList.add("lit");
}
function keep(item, scroll) {
    for (const other of kept) {
        other.classList.remove("kept");
        other.setAttribute("aria-selected", "false");
    }
    kept = item ? partners(item) : new Set();
    keptItem = item;
    const seen = new Set();
    for (const other of kept) {
        other.classList.add("kept");
        other.setAttribute("aria-selected", "true");
        const list = other.parentNode.parentNode;
        if (scroll && !seen.has(list)) {
            seen.add(list);
            const top = other.getBoundingClientRect().top - list.getBoundingClientRect().top;
            list.scrollTop += top - list.clientHeight / 3;
        }
    }
    tell(item);
}
function tell(item) {
    const about = byId("about");
    about.textContent = "";
    if (!item) {
        about.textContent = "No line is chosen.";
        return;
    }
    const words = new Set();
    for (const other of partners(item)) if (other.word) words.add(other.word);
    const texts = [];
    for (const word of words) for (const text of notes.get(word) || []) if (!texts.includes(text)) texts.push(text);
    make("strong", about, item.text.trim());
    make("br", about);
    about.appendChild(document.createTextNode(texts.length ? texts.join(" / ") : "It touches and orders no memory."));
}
function moveTo(list, index) {
    const item = list.items[Math.max(0, Math.min(list.items.length - 1, index))];
    if (!item) return;
    if (list.at) list.at.classList.remove("at");
    if (!item.id) item.id = list.getAttribute("aria-labelledby") + "-" + item.index;
    list.at = item;
    item.classList.add("at");
    list.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
    light(item);
    tell(item);
}
function listen(list) {
    const target = (event) => event.target.closest(".line");
    list.addEventListener("mouseover", (event) => light(target(event)));
    list.addEventListener("mouseleave", () => light(null));
    list.addEventListener("click", (event) => {
        const item = target(event);
        if (!item) return;
        if (list.at) list.at.classList.remove("at");
        list.at = item;
        keep(item === keptItem ? null : item, true);
    });
    list.addEventListener("focus", () => { if (!list.at && list.matches(":focus-visible")) moveTo(list, 0); });
    list.addEventListener("keydown", (event) => {
        const at = list.at ? list.at.index : -1, page = 20;
        const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.items.length, PageDown: at + page, PageUp: at - page };
        if (event.key in steps) moveTo(list, steps[event.key]);
        else if ((event.key === "Enter" || event.key === " ") && list.at) keep(list.at, true);
        else if (event.key === "Escape") { keep(null); light(null); }
        else return;
        event.preventDefault();
    });
}

/* Comments of the IR say of an instruction why it is what it is. */
for (const [word, text] of data.ir) {
    const comment = /^\s*; (.*)/.exec(text);
    if (comment && word) join(notes, word, comment[1]);
}
const verdicts = new Map();
for (const item of data.machine.items || []) {
    join(verdicts, item.line, item.kind + " " + item.what + ": " + item.verdict);
    for (const word of new Set(item.words)) if (word) join(notes, word, "demands a " + item.kind + (item.what ? " (" + item.what + ")" : ""));
}
const codes = byId("panels"), shader = byId("shader"), lists = [];
data.sources.forEach((source, file) => {
    if (!source.lines.length) return;
    const list = panel(shader, baseName(source.file), "source", source.lines, (line) => ({ number: line[0], text: line[1], place: placeOf(file, line[0]) }));
    list.file = source.file;
    list.previousSibling.title = source.file;
    lists.push(list);
});
const spirv = panel(lists.length ? codes : shader, "SPIR-V", "spirv", data.spirv, (line) => ({ number: line[0] || "", text: line[1], word: line[0] }));
if (!lists.length) lists.push(spirv);
if (data.ir.length) panel(codes, "LLVM IR", "ir", data.ir.concat(data.metadata), (line) => ({ number: "", text: line[1], word: line[0] }));
if (data.machine.lines.length)
    panel(codes, "Machine code, " + data.machine.processor, "machine", data.machine.lines, (line) => ({
        number: line[2], word: line[0],
        text: line[1] + (verdicts.has(line[2]) ? "    ; " + verdicts.get(line[2]).join(", ") : "") }));
if (data.untranslated || data.machine.missing)
    make("p", codes.parentNode, "No machine code: " + (data.untranslated || data.machine.missing), "hint");

/* ---- the shader: notes in it, and arrows between the lines of a race ---- */
const SVG = "http://www.w3.org/2000/svg";
function shape(name, parent, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
}
/* The lines that a place has in a list: several for a call over several lines. */
function linesOf(list, place) {
    const file = data.sources.findIndex((source) => source.file === place.file);
    if (list === spirv) return (ofWord.get(place.word) || []).filter((item) => list.items[item.index] === item);
    return list.file === place.file ? (ofPlace.get(placeOf(file, place.line)) || []).filter((item) => list.items[item.index] === item) : [];
}
function note(item, text) {
    for (const other of item.querySelectorAll(".note")) if (other.textContent === text) return;
    make("span", item, text, "note");
}
/* A race has no direction: each arrow has two heads. */
function drawArrows(list, pairs) {
    if (list.arrows) list.arrows.remove();
    const svg = list.arrows = shape("svg", list, { class: "arrows", width: 26, height: list.scrollHeight, "aria-hidden": "true" });
    pairs.forEach(([from, to], i) => {
        const top = (item) => item.offsetTop + 11, x = 18 - 5 * (i % 3), a = top(from), b = from === to ? a + 8 : top(to);
        shape("path", svg, { d: "M24 " + a + " H" + x + " V" + b + " H24" });
        for (const y of [a, b]) shape("path", svg, { class: "head", d: "M26 " + y + " l-7 -4 v8 z" });
    });
}
function markRaces(list) {
    const pairs = [];
    for (const finding of data.litmus.findings.filter((one) => !one.known)) {
        const ends = finding.fault === "race" ? finding.places.slice(0, 2) : finding.places.slice(0, 1), lines = ends.map((place) => linesOf(list, place));
        lines.forEach((items, i) => {
            for (const item of items) item.classList.add("bad");
            if (items.length) note(items[items.length - 1], ends[i].message);
        });
        if (lines.length === 2 && lines[0].length && lines[1].length) pairs.push([lines[0][0], lines[1][0]]);
    }
    if (!pairs.length) return;
    list.classList.add("raced");
    list.classList.remove("long");
    new ResizeObserver(() => drawArrows(list, pairs)).observe(list.firstChild);
}

/* ---- findings ---- */
const wordItem = (word) => (ofWord.get(word) || [])[0];
function goTo(parent, place) {
    const button = make("button", parent, place.line ? baseName(place.file) + ":" + place.line : "word " + place.word, "go");
    button.type = "button";
    button.title = place.file;
    make("span", button, ": " + place.message);
    button.addEventListener("click", () => {
        const item = wordItem(place.word);
        if (!item) return;
        keep(item, true);
        shader.scrollIntoView({ block: "nearest" });
    });
}
document.title = "spirv-mmra report: " + data.name;
byId("title").textContent = baseName(data.name);
byId("title").title = data.name;
const verdictClass = { "data race": "bad-text", "no data race": "good-text" }[data.litmus.verdict];
make("strong", byId("verdict"), data.litmus.missing ? "not executed" : data.litmus.verdict, verdictClass);
byId("verdict").append(data.litmus.missing || (data.litmus.grid ? "on " + data.litmus.grid : ""));

/* ---- what the verdict is about ---- */
const neverRan = data.litmus.neverRan || [];
function scope() {
    const said = byId("scope");
    if (data.litmus.reading) make("p", said, data.litmus.reading, "hint");
    if (data.litmus.assumption) make("p", said, "Taken for granted: " + data.litmus.assumption, "hint");
    if (data.litmus.proven) make("p", said, "All runs: " + data.litmus.proven, "hint");
    if (data.litmus.mend) {
        make("p", said, "A change of the source that mends it, which race has run:", "hint");
        make("pre", said, data.litmus.mend);
    }
    if (data.litmus.unexplored) make("p", said, "Not every execution was explored: " + data.litmus.unexplored, "hint");
    if (data.litmus.groups) make("p", said, data.litmus.groups, "hint");
    if (!neverRan.length) return;
    for (const text of new Set(neverRan.map(place => place.message))) {
        const places = neverRan.filter(place => place.message === text);
        const names = places.map(place => place.line ? baseName(place.file) + ":" + place.line : "word " + place.word);
        make("p", said, names.join(", ") + " " + text, "never-text");
    }
}
scope();
for (const place of neverRan)
    for (const list of lists) for (const item of linesOf(list, place)) {
        item.classList.add("never");
        item.title = place.message;
    }
if (!data.litmus.findings.length)
    make("p", byId("findings"), data.litmus.missing ? "The module was not executed." : neverRan.length ? "Nothing is wrong in what ran." : "Nothing is wrong.");
function putPlaces(box, finding) {
    const list = make("ol", box);
    for (const place of finding.places) {
        goTo(make("li", list), place);
        const item = wordItem(place.word);
        for (const other of item ? partners(item) : []) other.classList.add("bad");
    }
}
for (const finding of data.litmus.findings.filter((one) => one.known))
    make("p", byId("findings"), "Known: " + finding.message + ", lines " + finding.places.slice(0, 2).map((place) => place.line).join(" and ") + ": " + finding.known, "hint");
const news = data.litmus.findings.filter((finding) => !finding.known);
for (const finding of news) {
    const alike = news.filter((other) => other.alike === finding.alike);
    if (alike[0] !== finding) continue;
    const box = make("div", byId("findings"), undefined, "finding");
    make("h3", box, finding.message, "bad-text");
    putPlaces(box, finding);
    alike.shift();
    if (!alike.length) continue;
    const more = make("details", box), lines = alike.flatMap((other) => other.places.slice(0, 2).map((place) => place.line || place.word));
    make("summary", more, "and " + alike.length + " more of this kind: " + [...new Set(lines)].sort((a, b) => a - b).join(", "));
    for (const other of alike) putPlaces(more, other);
}
for (const list of lists) markRaces(list);
/* Each panel begins where something is wrong. */
for (const list of document.querySelectorAll(".lines")) {
    const first = list.items.find((item) => item.classList.contains("bad"));
    if (first) list.scrollTop = first.offsetTop - 60;
}
if (data.litmus.repair.length) {
    const box = make("div", byId("findings"), undefined, "finding"), all = data.litmus.repair;
    make("h3", box, "Repaired by " + (all.length > 1 ? "all of these" : "one change") + (data.litmus.repairIsOfOne ? ", for one workgroup alone" : ""), "good-text");
    if (data.litmus.repairIsOfOne) make("p", box, "No repair of a race between two workgroups was found.", "hint");
    const list = make("ul", box);
    all.forEach((place, i) => {
        const item = make("li", list), last = !all.slice(i + 1).some((o) => o.after && o.file === place.file && o.line === place.line);
        goTo(item, place);
        if (place.after && last) {
            const change = make("pre", item, undefined, "change");
            make("del", change, "- " + place.before.trim());
            make("ins", change, "+ " + place.after.trim());
        } else if (place.advice) make("p", item, place.advice, "hint");
    });
}

/* ---- executions: what --dot writes, drawn ---- */
function parseGraph(text) {
    const graph = { threads: [], edges: [], chains: [], before: new Map() };
    const unescape = (s) => s.replace(/\\(.)/g, (all, c) => (c === "n" ? "\n" : c));
    for (const line of text.split("\n")) {
        let m;
        if (/^ {2}subgraph/.test(line)) graph.threads.push({ name: "", nodes: [] });
        else if ((m = /^ {4}label="((?:[^"\\]|\\.)*)"/.exec(line)) && graph.threads.length) graph.threads[graph.threads.length - 1].name = unescape(m[1]);
        else if ((m = /^ {4}e(\d+) \[label="((?:[^"\\]|\\.)*)"( color=red)?/.exec(line))) {
            const thread = graph.threads[graph.threads.length - 1];
            thread.nodes.push({ id: +m[1], label: unescape(m[2]), red: !!m[3], thread, row: thread.nodes.length });
        } else if ((m = /^ *e(\d+) -> e(\d+) \[(?:label="(\w+)")?/.exec(line))) graph.edges.push({ from: +m[1], to: +m[2], kind: m[3] || "po", idle: line.includes("style=dashed") });
        else if ((m = /^ {2}\/\/ (chain|order) (e\d+(?: \w+ e\d+)+)$/.exec(line))) graph.chains.push({ whole: m[1] === "chain", steps: stepsOf(m[2].split(" ")) });
        else if ((m = /^ {2}\/\/ before e(\d+):((?: e\d+)+)$/.exec(line))) graph.before.set(+m[1], m[2].trim().split(" "));
    }
    const races = graph.threads.flatMap((thread) => thread.nodes).filter((node) => node.red);
    if (races.length === 2) graph.edges.push({ from: races[0].id, to: races[1].id, kind: "race" });
    return graph;
}
/* "e0 av e1 hb e4": its steps */
function stepsOf(words) {
    const steps = [], number = (word) => +word.slice(1);
    for (let i = 0; i + 2 < words.length; i += 2) steps.push({ from: number(words[i]), kind: words[i + 1], to: number(words[i + 2]) });
    return steps;
}
function sayChain(chain) {
    const says = { av: (s) => "e" + s.from + " is made available by e" + s.to, hb: (s) => "e" + s.from + " happens before e" + s.to,
        vis: (s) => "e" + s.from + " makes it visible to e" + s.to };
    const ends = "e" + chain.steps[0].from + " to e" + chain.steps[chain.steps.length - 1].to + ": ";
    return ends + chain.steps.map((step) => says[step.kind](step)).join("; ") + (chain.whole ? "" : "; no chain of availability and visibility");
}
const KINDS = [["po", "program order"], ["rf", "reads from"], ["sw", "synchronizes with"], ["hb", "happens before"], ["av", "makes available"],
    ["vis", "makes visible"], ["mo", "order of atomic writes"], ["race", "race"]];
/* In pixels: the least width of a thread, the room beside its events for edges, and what a letter takes. */
const MOST_DRAWN = 160, LEAST = 270, GAP = 70, TOP = 30, LETTER = 7.3, ROW = 17;
/* How far each kind bends aside, so that edges of the same two events do not cover each other. */
const BENDS = { po: 0, rf: -22, sw: 22, hb: 0, av: 30, vis: 30, mo: -44, race: 44 };
const INITIAL = "initial values";
/* Without the folder of a file and the word of an instruction, which the panels tell. */
const shorten = (text) => text.replace(/(\s)\S*\/(?=[^/\s]+:\d)/, "$1").replace(/ \(word \d+\)/, "");
function wrap(text, most) {
    const lines = [];
    for (const line of text.split("\n"))
        for (let rest = line; rest; ) {
            const space = rest.length > most ? rest.lastIndexOf(" ", most) : -1, cut = rest.length > most ? (space > most / 2 ? space : most) : rest.length;
            lines.push(rest.slice(0, cut));
            rest = rest.slice(cut).trimStart();
        }
    return lines;
}
/* As many threads beside each other as there is room for, the others below them. The height of all. */
function place(graph, width) {
    const columns = Math.max(1, Math.min(graph.shown.length, Math.floor(width / LEAST))), room = width / columns;
    graph.wide = room - GAP;
    let top = 0, bottom = 0;
    graph.shown.forEach((thread, i) => {
        if (i % columns === 0) top = bottom;
        let y = top + TOP;
        thread.x = (i % columns) * room + 12;
        thread.y = top + 20;
        for (const node of thread.nodes) {
            node.lines = wrap(node.said, Math.max(8, Math.floor((graph.wide - 16) / LETTER)));
            Object.assign(node, { x: thread.x, y, high: 12 + ROW * node.lines.length });
            y += node.high + 22;
        }
        bottom = Math.max(bottom, y);
    });
    return bottom;
}
/* From one event to another: both ends and the point that the line bends to. */
function route(graph, a, b, kind) {
    const wide = graph.wide, next = a.thread === b.thread && b.row === a.row + 1;
    if (next && kind === "po") return [[a.x + wide / 2, a.y + a.high], [a.x + wide / 2, (a.y + a.high + b.y) / 2], [b.x + wide / 2, b.y]];
    if (a.x === b.x) {
        const down = a.y < b.y, aside = a.x + wide + 26 + 12 * Math.min(4, Math.abs(a.row - b.row)) + BENDS[kind] / 3;
        return [[a.x + wide, a.y + a.high * (down ? 0.7 : 0.3)], [Math.min(aside, a.x + wide + 80), (a.y + b.y + b.high) / 2], [b.x + wide, b.y + b.high * (down ? 0.3 : 0.7)]];
    }
    const right = a.x < b.x, from = [right ? a.x + wide : a.x, a.y + a.high / 2], to = [right ? b.x : b.x + wide, b.y + b.high / 2];
    return [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 2 * BENDS[kind]], to];
}
function drawEdge(svg, graph, a, b, edge) {
    const group = shape("g", svg, { class: "of-" + edge.kind }), [from, bend, to] = route(graph, a, b, edge.kind);
    const heads = edge.kind === "race" ? { "marker-start": "url(#head)" } : {};
    shape("path", group, { class: "edge " + edge.kind + (edge.idle ? " idle" : ""), "marker-end": "url(#head)", d: "M" + from.join(" ") + " Q" + bend.join(" ") + " " + to.join(" "), ...heads });
    const middle = (i) => (from[i] + 2 * bend[i] + to[i]) / 4;
    if (edge.kind !== "po") shape("text", group, { x: middle(0), y: middle(1) - 5, "text-anchor": "middle", class: "name " + edge.kind }, edge.idle ? "(" + edge.kind + ")" : edge.kind);
    return group;
}
/* What is read of an initial value that is not drawn is said in the event that reads it. */
function say(graph, node) {
    const read = graph.edges.some((edge) => edge.kind === "rf" && edge.to === node.id && !graph.drawn.has(edge.from));
    return shorten(node.label) + (read ? "\n(the initial value)" : "");
}
function draw(box, graph, withInitial) {
    graph.shown = graph.threads.filter((thread) => thread.nodes.length && (withInitial || thread.name !== INITIAL));
    graph.drawn = new Map(graph.shown.flatMap((thread) => thread.nodes).sort((a, b) => a.id - b.id).map((node) => [node.id, node]));
    for (const node of graph.drawn.values()) node.said = say(graph, node);
    const all = [...graph.drawn.values()], width = Math.max(200, box.clientWidth), height = place(graph, width);
    box.textContent = "";
    const svg = shape("svg", box, { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": "An execution: " + all.map((node) => node.said.replace(/\n/g, ", ")).join("; ") });
    const head = shape("marker", shape("defs", svg, {}), { id: "head", markerWidth: 8, markerHeight: 8, refX: 7, refY: 4, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" });
    shape("path", head, { d: "M0 0 L8 4 L0 8 z", fill: "context-stroke" });
    for (const thread of graph.shown) shape("text", svg, { x: thread.x, y: thread.y, class: "head-of-thread" }, thread.name);
    graph.lines = graph.edges.filter((edge) => graph.drawn.has(edge.from) && graph.drawn.has(edge.to)).map((edge) => {
        const a = graph.drawn.get(edge.from), b = graph.drawn.get(edge.to);
        return { edge, group: drawEdge(svg, graph, a, b, edge), last: Math.max(all.indexOf(a), all.indexOf(b)) };
    });
    for (const node of all) {
        node.group = shape("g", svg, { class: node.red ? "event red" : "event" });
        shape("rect", node.group, { class: "node", x: node.x, y: node.y, width: graph.wide, height: node.high, rx: 6 });
        node.lines.forEach((line, i) => shape("text", node.group, { x: node.x + 8, y: node.y + 19 + ROW * i }, line));
    }
    return all;
}

/* A box for each kind of edge that there is, to show or hide it. */
function legend(box, graph, picture) {
    const list = make("div", box, undefined, "legend"), there = new Set(graph.edges.map((edge) => edge.kind));
    for (const [kind, meaning] of KINDS) {
        if (!there.has(kind)) continue;
        const label = make("label", list), input = make("input", label);
        input.type = "checkbox";
        input.checked = true;
        input.addEventListener("change", () => picture.classList.toggle("without-" + kind, !input.checked));
        make("span", label, kind, "key " + kind);
        const idle = graph.edges.some((edge) => edge.kind === kind && edge.idle);
        label.appendChild(document.createTextNode(" " + meaning + (idle ? "; in brackets: orders nothing" : "")));
        label.kind = kind;
    }
    return list;
}

/* The chains as a list; each button shows its own in the picture. */
function listChains(box, graph) {
    if (!graph.chains.length) return;
    make("h4", box, "Why accesses are ordered");
    const list = make("ul", box, undefined, "chains");
    let shown = null;
    for (const chain of graph.chains) {
        const button = make("button", make("li", list), sayChain(chain));
        button.type = "button";
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", () => {
            if (shown) shown.setAttribute("aria-pressed", "false");
            shown = shown === button ? null : button;
            if (shown) shown.setAttribute("aria-pressed", "true");
            graph.traced = shown ? chain.steps : [];
            trace(graph);
        });
    }
}
function trace(graph) {
    const steps = graph.traced || [], has = (e) => steps.some((s) => s.from === e.from && s.to === e.to && (s.kind === e.kind || (s.kind === "hb" && e.kind === "sw")));
    for (const line of graph.lines) line.group.classList.toggle("traced", has(line.edge));
    for (const node of graph.drawn.values()) node.group.classList.toggle("traced", steps.some((s) => s.from === node.id || s.to === node.id));
}

/* What is said of an event: what it is, and what happens before it. */
function sayEvent(graph, node, number) {
    const before = graph.before.get(node.id), sources = (kind) => graph.edges.filter((e) => e.kind === kind && e.to === node.id).map((e) => "e" + e.from);
    let text = "Event " + number + " of " + graph.drawn.size + ": " + node.thread.name + ": " + shorten(node.label).replace(/\n/g, ", ");
    if (sources("rf").length) text += ". It reads from " + sources("rf").join(", ");
    if (sources("sw").length) text += ". " + sources("sw").join(", ") + " synchronizes with it";
    if (before) text += ". Happens before it: " + before.join(", ");
    return text + ".";
}
/* Initial values are drawn when this is opened. */
function initialValues(box, graph) {
    const thread = graph.threads.find((one) => one.name === INITIAL), details = make("details", box);
    if (!thread) return details;
    make("summary", details, "Initial values: " + thread.nodes.length);
    make("p", details, thread.nodes.map((node) => node.label.replace(/^e(\d+): initial value\nwrites /, "e$1: ")).join(", "));
    return details;
}
function execution(title, text) {
    const graph = parseGraph(text), box = make("div", byId("executions"), undefined, "finding"), count = graph.threads.reduce((sum, thread) => sum + thread.nodes.length, 0);
    make("h3", box, title);
    if (count > MOST_DRAWN) {
        make("p", box, "It has " + count + " events, too many for a picture: a smaller grid is drawn.");
        return;
    }
    const steps = make("div", box, undefined, "steps"), said = make("p", box), picture = make("div", box, undefined, "picture"), initial = initialValues(box, graph);
    said.setAttribute("role", "status");
    let all = [], at = 0, wide = 0;
    const button = (name, step) => {
        const element = make("button", steps, name);
        element.type = "button";
        element.addEventListener("click", () => show(step(), true));
        return element;
    };
    const show = (to, by) => {
        at = Math.max(1, Math.min(all.length, to));
        const node = all[at - 1], before = new Set(at < all.length || by ? graph.before.get(node.id) : []);
        all.forEach((other, i) => {
            other.group.classList.toggle("later", i >= at);
            other.group.classList.toggle("now", i === at - 1 && at < all.length);
            other.group.classList.toggle("before", before.has("e" + other.id));
        });
        for (const line of graph.lines) line.group.classList.toggle("later", line.last >= at);
        said.textContent = by ? sayEvent(graph, node, at) : all.length + " events: step through them, or choose one.";
        const word = /\(word (\d+)\)/.exec(node.label), item = word && wordItem(+word[1]);
        if (item && by) light(item);
        back.disabled = at === 1;
        next.disabled = at === all.length;
    };
    const redraw = () => {
        if (!picture.clientWidth) return;
        wide = picture.clientWidth;
        all = draw(picture, graph, initial.open);
        all.forEach((node, i) => node.group.addEventListener("click", () => show(i + 1, true)));
        trace(graph);
        for (const label of kinds.children) label.hidden = !graph.lines.some((line) => line.edge.kind === label.kind);
        if (all.length) show(all.length);
    };
    button("First", () => 1);
    const back = button("Back", () => at - 1), next = button("Next", () => at + 1);
    button("All", () => all.length);
    const kinds = legend(box, graph, picture);
    listChains(box, graph);
    redraw();
    initial.addEventListener("toggle", redraw);
    new ResizeObserver(() => { if (picture.clientWidth !== wide) redraw(); }).observe(picture);
}
const shown = data.litmus.findings.filter((finding) => finding.graph && !finding.known);
for (const finding of shown) execution("An execution that shows: " + finding.message, finding.graph);
if (!shown.length && data.litmus.example) execution("An execution, in which nothing is wrong", data.litmus.example);
else if (!shown.length) make("p", byId("executions"), data.litmus.unexplored
    ? "No execution is shown: not all were explored, and what is found is of runs of the whole grid."
    : "No execution is shown: none that was explored shows a fault.");

/* ---- the price ---- */
if (data.machine.totals) {
    const table = make("table", byId("price")), row = make("tr", make("thead", table)), body = make("tbody", table);
    for (const text of ["in the machine code", "all", "demanded", "saved by annotations"]) make("th", row, text).scope = "col";
    for (const total of data.machine.totals) {
        const line = make("tr", body);
        make("th", line, total[0]).scope = "row";
        for (const number of total.slice(1)) make("td", line, number, "n");
    }
} else make("p", byId("price"), "Not known: " + (data.machine.unknown || data.machine.missing || "there is no machine code"));
