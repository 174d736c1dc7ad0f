// web/test.sh runs this on the playground.
"use strict";
const puppeteer = require("puppeteer-core"), fs = require("fs"), http = require("http"), path = require("path"), zlib = require("zlib");
const [site, pictures] = process.argv.slice(2);
const failures = [];
const expect = (holds, text) => { if (!holds) failures.push(text); };
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const linkOf = (input) => "#1" + zlib.deflateRawSync(typeof input === "string" ? input : JSON.stringify(input)).toString("base64url");
const shader = (text, more) => ({ language: "comp", question: "race", options: "", processor: "gfx1100", profile: "23", text, ...more });

const HOSTILE_NAME = '</script><img src=x onerror=alert(1)>';
const HOSTILE_MODULE = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %shared
OpExecutionMode %main LocalSize 2 1 1
OpName %main "${HOSTILE_NAME}"
OpName %shared "${HOSTILE_NAME}"
%void = OpTypeVoid
%type = OpTypeFunction %void
%uint = OpTypeInt 32 0
%pointer = OpTypePointer Workgroup %uint
%one = OpConstant %uint 1
%shared = OpVariable %pointer Workgroup
%main = OpFunction %void None %type
%first = OpLabel
OpStore %shared %one
OpReturn
OpFunctionEnd
`;

function serve() {
    const server = http.createServer((request, response) => {
        const name = path.normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)), file = path.join(site, name === "/" ? "index.html" : name);
        if (!fs.existsSync(file)) { response.writeHead(404).end(); return; }
        response.writeHead(200, { "Content-Type": KINDS[path.extname(file)] || "text/plain" }).end(fs.readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

(async () => {
    const server = await serve(), origin = `http://127.0.0.1:${server.address().port}`;
    const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    const examples = JSON.parse(fs.readFileSync(path.join(site, "examples.json"), "utf8"));

    async function openTab(hash, prepare) {
        const tab = await browser.newPage();
        tab.on("console", (message) => failures.push("console: " + message.text()));
        tab.on("pageerror", (error) => failures.push("error: " + error.message));
        tab.on("dialog", (dialog) => { failures.push("a dialog: " + dialog.message()); dialog.dismiss(); });
        tab.on("request", (request) => expect(/^(blob|data|about):/.test(request.url()) || request.url().startsWith(origin + "/"), "it asks for " + request.url()));
        await tab.setViewport({ width: 1500, height: 1000 });
        if (prepare) await tab.evaluateOnNewDocument(prepare);
        await tab.goto(origin + "/" + (hash || ""));
        return tab;
    }
    const verdict = (tab) => tab.waitForSelector("#status strong", { timeout: 60000 }).then((element) => element.evaluate((one) => one.textContent));
    const answer = (tab) => tab.$eval("#answer", (one) => one.innerText);
    const count = (tab, selector) => tab.$$eval(selector, (found) => found.length);
    async function shown(input) {
        const tab = await openTab(linkOf(input)), said = await verdict(tab), text = await answer(tab);
        expect(await count(tab, "img, object, embed, #answer a, #answer script") === 0, "text became markup");
        return { tab, said, text };
    }

    async function look(tab, name) {
        for (const width of [1280, 390]) {
            await tab.setViewport({ width, height: 900 });
            const wide = await tab.evaluate(() => document.scrollingElement.scrollWidth > innerWidth || [...document.querySelectorAll("body *")].filter((one) =>
                !one.closest("#editor, iframe") && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))[0]);
            expect(!wide, `${name}: at ${width} pixels it scrolls sideways: ${wide}`);
            expect(width === 390 || await tab.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight), `${name}: at ${width} pixels its end is out of sight`);
            if (!pictures) continue;
            await new Promise((resolve) => setTimeout(resolve, 300)); // a frame is drawn later than the rest
            await tab.screenshot({ path: path.join(pictures, `${name}-${width}.png`), fullPage: width === 390 });
        }
        await tab.setViewport({ width: 1500, height: 1000 });
    }
    async function askAxe(tab, name) {
        for (const scheme of ["light", "dark"]) {
            await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
            if (pictures) await tab.screenshot({ path: path.join(pictures, `${name}-${scheme}.png`) });
            await tab.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
            for (const violation of (await tab.evaluate(() => axe.run({ iframes: false }))).violations)
                if (["serious", "critical"].includes(violation.impact))
                    failures.push(`axe, ${name}, ${scheme}: ${violation.id}: ` + violation.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" | "));
        }
        await tab.emulateMediaFeatures([]);
    }

    /* A stranger: opens the page, reads the verdict, applies the repair, reads again. */
    async function walk() {
        const begin = Date.now(), tab = await openTab(), first = await verdict(tab), opened = Date.now() - begin;
        expect(first === "data race", "the page opens with: " + first);
        expect(await count(tab, ".mark.bad") >= 2 && await count(tab, "#gutter path") === 2, "the race is not marked, or has no arrow");
        await look(tab, "race");
        let clicks = 0;
        await tab.waitForSelector("#apply", { timeout: 60000 });
        await askAxe(tab, "race");
        await tab.click("#apply");
        clicks++;
        await tab.waitForFunction(() => (document.querySelector("#status strong") || {}).textContent !== "data race" && document.querySelector("#status strong"), { timeout: 60000 });
        const repaired = await verdict(tab);
        expect(repaired.startsWith("no data race"), "repaired: " + repaired);
        await look(tab, "repaired");
        console.log(`first verdict ${opened} ms after the page was asked for; ${clicks} click to the repaired shader`);
        return tab;
    }
    async function tabsOfShader(tab) {
        await tab.select("#example", "0");
        await verdict(tab);
        await tab.click("#tab-report");
        const frame = await (await tab.waitForSelector("iframe", { timeout: 60000 })).contentFrame();
        await frame.waitForSelector("svg .node", { timeout: 60000 });
        expect(await frame.$$eval(".arrows path", (found) => found.length) === 3, "the page in the frame has no arrow between the accesses");
        expect(await frame.$$eval(".panel", (found) => found.length) >= 3, "the page in the frame lacks the source, the SPIR-V or the IR");
        await look(tab, "report");
        await tab.click("#tab-translate");
        await tab.waitForFunction(() => document.getElementById("answer").innerText.includes("define amdgpu_kernel"), { timeout: 60000 });
        expect((await answer(tab)).includes("; OpAtomicStore"), "the IR does not say why");
        await look(tab, "ir");
        await tab.click("#tab-cost");
        await tab.waitForFunction(() => /opt-2\d.*no process can be started/.test(document.getElementById("answer").innerText), { timeout: 60000 });
        expect(await tab.$eval("#status", (status) => status.innerText.startsWith("needs LLVM")), "a question that needs LLVM does not say so");
        await askAxe(tab, "cost");
    }
    async function everyExample(tab) {
        const looked = new Set();
        for (const [i, example] of examples.entries()) {
            await tab.select("#example", String(i));
            const said = await verdict(tab), text = await answer(tab), name = `${example.name}: ${said}: ${text.slice(0, 200)}`;
            if (!looked.has(example.group)) await look(tab, "example-" + looked.add(example.group).size);
            const races = /(^|; )data race/m.test(said + "\n" + text), free = /\bno data race/.test(said + "\n" + text);
            if (example.language === "ll") {
                for (const rule of example.expected.split(" ").filter((rule) => rule !== "nothing")) expect(text.includes(`[${rule}]`), name);
                expect((example.expected === "nothing") === (said === "nothing found"), name);
            } else {
                expect(races === (example.expected === "data race") && free === (example.expected === "no data race"), name);
            }
            if (example.says) expect((said + "\n" + text).includes(example.says), `${name}: it does not say ${example.says}`);
            if (example.because) expect(text.includes(example.because), `${name}: not because ${example.because}`);
            if ((example.because && example.language === "comp") || (races && example.group === "Other stages")) expect(await count(tab, ".mark.bad") > 0, name + ": no line is marked");
        }
        console.log(`${examples.length} examples`);
    }
    async function links(tab) {
        await tab.select("#example", "0");
        await verdict(tab);
        await tab.click("#share");
        await tab.waitForFunction(() => location.hash.startsWith("#1"));
        const hash = await tab.evaluate(() => location.hash);
        const again = await openTab(hash);
        expect(await verdict(again) === "data race" && await again.$eval("#text", (one) => one.value) === examples[0].text, "a link does not bring back what it was made of");
        await again.close();
        const old = await openTab("", () => { delete globalThis.CompressionStream; });
        await verdict(old);
        await old.click("#share");
        await old.waitForFunction(() => location.hash.startsWith("#0"));
        const plain = await openTab(await old.evaluate(() => location.hash));
        expect(await verdict(plain) === "data race", "a link without compression");
        await old.close();
        await plain.close();
        const wrong = ["#1garbage", "#0!!!", "#0", "#2abc", "#1" + "A".repeat(100000), linkOf("null"), linkOf("[]"), linkOf({ language: "__proto__", text: "", options: "" }),
            linkOf({ language: "comp", text: 7, options: "" }), linkOf(JSON.stringify("x".repeat(50 << 20)))];
        for (const hash of wrong) {
            const one = await openTab(hash), said = await verdict(one);
            expect(said === "unreadable link", `${hash.slice(0, 40)}: ${said}`);
            await one.close();
        }
        console.log(`${wrong.length} links that cannot be read`);
    }
    async function hostile() {
        const garbage = Array.from({ length: 4000 }, (_, i) => String.fromCharCode((i * 7919) % 0x2ff)).join("");
        let number = 0;
        for (const language of ["comp", "spvasm", "litmus", "test", "ll", "s", "frag", "mesh"])
            for (const text of ["", garbage, HOSTILE_NAME, "(".repeat(300000), "\u202e\u0000\ufeff\ud83d\ude00", "x".repeat(2 << 20)]) {
                const { tab, said } = await shown(shader(text, { language, options: "" }));
                expect(!/^(data race|no data race|internal fault)/.test(said), `${language}, ${text.slice(0, 20)}: ${said}`);
                await tab.close();
                number++;
            }
        const named = await shown(shader(HOSTILE_MODULE, { language: "spvasm" }));
        expect(named.said === "data race", "a hostile name: " + named.said + named.text);
        await look(named.tab, "hostile");
        await named.tab.click("#tab-report");
        const frame = await (await named.tab.waitForSelector("iframe", { timeout: 60000 })).contentFrame();
        await frame.waitForSelector("svg .node", { timeout: 60000 });
        expect((await frame.$eval("body", (body) => body.innerText)).includes(HOSTILE_NAME) && await frame.$$eval("img", (found) => found.length) === 0, "a hostile name in the frame");
        await named.tab.close();
        const wrong = await shown(shader(`#version 450\nvoid main() { ${"<b>&amp;"} = 1; }\n`));
        expect(wrong.said === "does not compile" && await count(wrong.tab, ".mark.bad") > 0, "a shader that does not compile: " + wrong.said);
        await wrong.tab.close();
        const words = await shown(shader(examples[0].text, { options: '--groups <img> --wrong="a b"' }));
        expect(words.said === "wrong usage", "wrong options: " + words.said);
        await words.tab.close();
        console.log(`${number + 3} hostile inputs`);
    }
    async function endless() {
        const tab = await openTab(linkOf(shader("#version 450\nlayout(set = 0, binding = 0) buffer B { uint b[2]; };\nvoid main() { while (b[0] == 0u) b[1]++; }\n", { options: "--groups 1" })));
        await tab.waitForFunction(() => !document.getElementById("stop").disabled);
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const begin = Date.now();
        if (await tab.$("#status strong")) failures.push("an endless shader ended: " + await verdict(tab));
        await tab.click("#stop");
        expect(await verdict(tab) === "stopped" && Date.now() - begin < 1000, "Stop does not stop");
        await tab.click("#example");
        await tab.select("#example", "0");
        expect(await verdict(tab) === "data race", "nothing runs after Stop");
        await tab.close();
    }

    const tab = await walk();
    for (const part of [tabsOfShader, everyExample, links, hostile, endless]) {
        try {
            await part(tab);
        } catch (error) {
            failures.push(`${part.name}: ${error.message}`);
        }
    }
    const bytes = fs.readdirSync(site).map((name) => [name, path.join(site, name)]).filter(([, file]) => fs.statSync(file).isFile());
    for (const [name, file] of bytes) console.log(`${name}: ${fs.statSync(file).size} bytes, ${zlib.gzipSync(fs.readFileSync(file)).length} compressed`);
    for (const failure of failures) console.log("FAIL: " + failure);
    await browser.close();
    server.close();
    process.exit(failures.length ? 1 : 0);
})();
