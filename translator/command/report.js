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
function keyOf(word) {
    let low = 0, high = places.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (places[middle][0] <= word) low = middle + 1; else high = middle;
    }
    const place = low ? places[low - 1] : null;
    return word && place && place[2] ? place[1] + ":" + place[2] : "";
}
const ofWord = new Map(), ofPlace = new Map(), notes = new Map();
function join(map, key, element) {
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(element);
}

/* ---- panels ---- */
const BLOCK = 250;
function panel(title, lines, describe) {
    const section = make("div", byId("panels"), undefined, "panel");
    const head = make("h3", section, title);
    head.id = "panel-" + byId("panels").children.length;
    const list = make("div", section, undefined, "lines");
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-labelledby", head.id);
    list.tabIndex = 0;
    list.items = [];
    let block = null;
    lines.forEach((line, i) => {
        if (i % BLOCK === 0) {
            block = make("div", list, undefined, "block");
            block.setAttribute("role", "presentation");
        }
        const item = make("div", block, undefined, "line"), d = describe(line);
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        if (!d.text.trim() && !d.number) item.setAttribute("aria-label", "blank line");
        make("span", item, d.number, "number");
        item.appendChild(document.createTextNode(d.text || " "));
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
    make("strong", about, item.textContent.trim());
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
data.sources.forEach((source, file) => {
    if (source.lines.length)
        panel("Source: " + source.file, source.lines, (line) => ({ number: line[0], text: line[1], place: file + ":" + line[0] }));
});
panel("SPIR-V", data.spirv, (line) => ({ number: line[0] || "", text: line[1], word: line[0] }));
if (data.ir.length) panel("LLVM IR", data.ir.concat(data.metadata), (line) => ({ number: "", text: line[1], word: line[0] }));
if (data.machine.lines.length)
    panel("Machine code, " + data.machine.processor, data.machine.lines, (line) => ({
        number: line[2], word: line[0],
        text: line[1] + (verdicts.has(line[2]) ? "    ; " + verdicts.get(line[2]).join(", ") : "") }));
if (data.untranslated || data.machine.missing)
    make("p", byId("panels").parentNode, "No machine code: " + (data.untranslated || data.machine.missing), "hint");

/* ---- findings ---- */
function wordItem(word, file, line) {
    const items = ofWord.get(word) || [];
    return items[0] || (ofPlace.get(file + ":" + line) || [])[0];
}
function goTo(parent, place) {
    const where = place.line ? place.file + ":" + place.line : "word " + place.word;
    const button = make("button", parent, where + ": " + place.message);
    button.type = "button";
    button.addEventListener("click", () => {
        const item = wordItem(place.word);
        if (!item) return;
        keep(item, true);
        byId("panels").scrollIntoView({ block: "nearest" });
    });
}
const titles = "spirv-mmra report: " + data.name;
document.title = titles;
byId("title").textContent = titles;
byId("verdict").textContent = (data.litmus.missing ? "Not executed: " + data.litmus.missing : data.litmus.verdict) +
    (data.litmus.grid ? ", on " + data.litmus.grid : "");
if (data.litmus.verdict === "data race") byId("verdict").className = "bad-text";
if (!data.litmus.findings.length) make("p", byId("findings"), data.litmus.missing ? "The module was not executed." : "Nothing is wrong.");
for (const finding of data.litmus.findings) {
    const box = make("div", byId("findings"), undefined, "finding");
    make("h3", box, finding.message, "bad-text");
    const list = make("ol", box);
    for (const place of finding.places) {
        goTo(make("li", list), place);
        const item = wordItem(place.word);
        for (const other of item ? partners(item) : []) other.classList.add("bad");
    }
}
if (data.litmus.repair.length) {
    const box = make("div", byId("findings"), undefined, "finding"), all = data.litmus.repair;
    make("h3", box, "Repaired by " + (all.length > 1 ? "all of these" : "one change"));
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
    const graph = { threads: [], nodes: [], edges: [], chains: [], before: new Map() };
    const unescape = (s) => s.replace(/\\(.)/g, (all, c) => (c === "n" ? "\n" : c));
    for (const line of text.split("\n")) {
        let m;
        if (/^ {2}subgraph/.test(line)) graph.threads.push({ name: "", count: 0 });
        else if ((m = /^ {4}label="((?:[^"\\]|\\.)*)"/.exec(line)) && graph.threads.length) graph.threads[graph.threads.length - 1].name = unescape(m[1]);
        else if ((m = /^ {4}e(\d+) \[label="((?:[^"\\]|\\.)*)"( color=red)?/.exec(line))) {
            const thread = graph.threads.length - 1;
            graph.nodes.push({ id: +m[1], label: unescape(m[2]), red: !!m[3], thread, row: graph.threads[thread].count++ });
        } else if ((m = /^ *e(\d+) -> e(\d+) \[(?:label="(\w+)")?/.exec(line))) graph.edges.push({ from: +m[1], to: +m[2], kind: m[3] || "po" });
        else if ((m = /^ {2}\/\/ (chain|order) (e\d+(?: \w+ e\d+)+)$/.exec(line))) graph.chains.push({ whole: m[1] === "chain", steps: stepsOf(m[2].split(" ")) });
        else if ((m = /^ {2}\/\/ before e(\d+):((?: e\d+)+)$/.exec(line))) graph.before.set(+m[1], m[2].trim().split(" "));
    }
    graph.nodes.sort((a, b) => a.id - b.id);
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
const MOST_DRAWN = 160;
const SVG = "http://www.w3.org/2000/svg", WIDTH = 330, HEIGHT = 64, GAP = 150, TOP = 34;
/* How far each kind bends aside, so that edges of the same two events do not cover each other. */
const BENDS = { po: 0, rf: -22, sw: 22, hb: 0, av: 30, vis: 30, mo: -44, race: 44 };
function shape(name, parent, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
}
const shorten = (text, most) => (text.length > most ? text.slice(0, most - 3) + "..." : text);
/* From one event to another: [x, y] of both ends and of the point that the line bends to. */
function route(a, b, kind) {
    if (a.thread === b.thread && kind === "po") return [[a.x + WIDTH / 2, a.y + HEIGHT], [a.x + WIDTH / 2, (a.y + b.y + HEIGHT) / 2], [b.x + WIDTH / 2, b.y]];
    if (a.thread === b.thread) {
        const down = a.row < b.row, aside = a.x + WIDTH + 24 + 10 * Math.min(4, Math.abs(a.row - b.row)) + BENDS[kind] / 3;
        return [[a.x + WIDTH, a.y + HEIGHT * (down ? 0.7 : 0.3)], [aside, (a.y + b.y + HEIGHT) / 2], [b.x + WIDTH, b.y + HEIGHT * (down ? 0.3 : 0.7)]];
    }
    const right = a.thread < b.thread, from = [right ? a.x + WIDTH : a.x, a.y + HEIGHT / 2], to = [right ? b.x : b.x + WIDTH, b.y + HEIGHT / 2];
    return [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 2 * BENDS[kind]], to];
}
function drawEdge(svg, a, b, edge) {
    const group = shape("g", svg, { class: "of-" + edge.kind }), [from, bend, to] = route(a, b, edge.kind);
    shape("path", group, { class: "edge " + edge.kind, "marker-end": "url(#head)", d: "M" + from.join(" ") + " Q" + bend.join(" ") + " " + to.join(" ") });
    const middle = (i) => (from[i] + 2 * bend[i] + to[i]) / 4;
    if (edge.kind !== "po") shape("text", group, { x: middle(0) + 4, y: middle(1) - 4, class: "name " + edge.kind }, edge.kind);
    return group;
}
function draw(box, graph, what) {
    const rows = Math.max(...graph.threads.map((thread) => thread.count), 1), all = graph.nodes;
    const width = graph.threads.length * (WIDTH + GAP), height = TOP + rows * (HEIGHT + 24) + 40;
    const svg = shape("svg", box, { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": what });
    const defs = shape("defs", svg, {}), head = shape("marker", defs, { id: "head", markerWidth: 8, markerHeight: 8, refX: 7, refY: 4, orient: "auto", markerUnits: "userSpaceOnUse" });
    shape("path", head, { d: "M0 0 L8 4 L0 8 z", fill: "context-stroke" });
    for (const node of all) {
        node.x = node.thread * (WIDTH + GAP) + GAP / 4;
        node.y = TOP + node.row * (HEIGHT + 24);
    }
    graph.threads.forEach((thread, i) => shape("text", svg, { x: i * (WIDTH + GAP) + GAP / 4, y: 20, "font-weight": "bold" }, thread.name));
    const byNumber = new Map(all.map((node) => [node.id, node]));
    const races = all.filter((node) => node.red);
    if (races.length === 2) graph.edges.push({ from: races[0].id, to: races[1].id, kind: "race" });
    graph.lines = graph.edges.filter((edge) => byNumber.has(edge.from) && byNumber.has(edge.to)).map((edge) => {
        const a = byNumber.get(edge.from), b = byNumber.get(edge.to);
        return { edge, group: drawEdge(svg, a, b, edge), last: Math.max(all.indexOf(a), all.indexOf(b)) };
    });
    all.forEach((node) => {
        node.group = shape("g", svg, { class: node.red ? "red" : "" });
        shape("rect", node.group, { class: "node", x: node.x, y: node.y, width: WIDTH, height: HEIGHT, rx: 5 });
        node.label.split("\n").slice(0, 3).forEach((line, i) =>
            shape("text", node.group, { x: node.x + 8, y: node.y + 19 + 17 * i }, shorten(line, 44)));
    });
    return svg;
}

/* A box for each kind of edge that there is, to show or hide it. */
function legend(box, graph, svg) {
    const list = make("div", box, undefined, "legend"), there = new Set(graph.edges.map((edge) => edge.kind));
    for (const [kind, meaning] of KINDS) {
        if (!there.has(kind)) continue;
        const label = make("label", list), input = make("input", label);
        input.type = "checkbox";
        input.checked = true;
        input.addEventListener("change", () => svg.classList.toggle("without-" + kind, !input.checked));
        make("span", label, kind, "key " + kind);
        label.appendChild(document.createTextNode(" " + meaning));
    }
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
            const steps = shown ? chain.steps : [], has = (e) => steps.some((s) => s.from === e.from && s.to === e.to && (s.kind === e.kind || (s.kind === "hb" && e.kind === "sw")));
            for (const line of graph.lines) line.group.classList.toggle("traced", has(line.edge));
            for (const node of graph.nodes) node.group.classList.toggle("traced", steps.some((s) => s.from === node.id || s.to === node.id));
        });
    }
}

/* What is said of an event: what it is, and what happens before it. */
function sayEvent(graph, node, number) {
    const before = graph.before.get(node.id), sources = (kind) => graph.edges.filter((e) => e.kind === kind && e.to === node.id).map((e) => "e" + e.from);
    let text = "Event " + number + " of " + graph.nodes.length + ": " + graph.threads[node.thread].name + ": " + node.label.replace(/\n/g, ", ");
    if (sources("rf").length) text += ". It reads from " + sources("rf").join(", ");
    if (sources("sw").length) text += ". " + sources("sw").join(", ") + " synchronizes with it";
    if (before) text += ". Happens before it: " + before.join(", ");
    return text + ".";
}
function execution(title, text) {
    const graph = parseGraph(text), box = make("div", byId("executions"), undefined, "finding");
    make("h3", box, title);
    if (graph.nodes.length > MOST_DRAWN) {
        make("p", box, "It has " + graph.nodes.length + " events, too many for a picture: a smaller grid (--groups, --local) is drawn.");
        return;
    }
    const steps = make("div", box, undefined, "steps"), said = make("p", box);
    said.setAttribute("role", "status");
    const picture = make("div", box, undefined, "picture");
    picture.tabIndex = 0;
    picture.setAttribute("role", "region");
    picture.setAttribute("aria-label", "Picture of the execution");
    const svg = draw(picture, graph, "An execution: " + graph.nodes.map((node) => node.label.replace(/\n/g, ", ")).join("; "));
    legend(box, graph, svg);
    listChains(box, graph);
    let at = graph.nodes.length;
    const button = (name, step) => {
        const element = make("button", steps, name);
        element.type = "button";
        element.addEventListener("click", () => show(step(), true));
        return element;
    };
    const show = (to, by) => {
        at = Math.max(1, Math.min(graph.nodes.length, to));
        const node = graph.nodes[at - 1], before = new Set(at < graph.nodes.length || by ? graph.before.get(node.id) : []);
        graph.nodes.forEach((other, i) => {
            other.group.classList.toggle("later", i >= at);
            other.group.classList.toggle("now", i === at - 1 && at < graph.nodes.length);
            other.group.classList.toggle("before", before.has("e" + other.id));
        });
        graph.lines.forEach((line) => line.group.classList.toggle("later", line.last >= at));
        said.textContent = sayEvent(graph, node, at);
        const word = /\(word (\d+)\)/.exec(node.label), item = word && wordItem(+word[1]);
        if (item && by) light(item);
        back.disabled = at === 1;
        next.disabled = at === graph.nodes.length;
    };
    button("First", () => 1);
    const back = button("Back", () => at - 1), next = button("Next", () => at + 1);
    button("All", () => graph.nodes.length);
    show(at);
}
const shown = data.litmus.findings.filter((finding) => finding.graph);
for (const finding of shown) execution("An execution that shows: " + finding.message, finding.graph);
if (!shown.length && data.litmus.example) execution("An execution, in which nothing is wrong", data.litmus.example);
else if (!shown.length) make("p", byId("executions"), "No execution is shown: none that was explored shows a fault.");

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
