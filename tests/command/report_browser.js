// What `report_browser.sh` does with a page: opens it, says how long that took, points, clicks and types, and asks axe-core.
"use strict";
const puppeteer = require("puppeteer-core"), fs = require("fs"), path = require("path");
const [page, pictures, wanted] = process.argv.slice(2);
const failures = [];
const expect = (holds, text) => { if (!holds) failures.push(text); };

(async () => {
    const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    const tab = await browser.newPage();
    tab.on("console", (message) => failures.push("console: " + message.text()));
    tab.on("pageerror", (error) => failures.push("error: " + error.message));
    tab.on("dialog", (dialog) => { failures.push("a dialog: " + dialog.message()); dialog.dismiss(); });
    await tab.setViewport({ width: 1500, height: 1400 });
    const begin = Date.now();
    await tab.goto("file://" + path.resolve(page));
    const opened = Date.now() - begin;
    expect(opened < 2000, "it took " + opened + " ms to open");
    const count = (selector) => tab.$$eval(selector, (found) => found.length);
    expect(await count("script") === 2 && await count("img, iframe, object, a") === 0, "markup that is not the page's own");
    if (wanted === "race") {
        expect(await count(".line.bad") > 2, "no line is marked as part of the race");
        const line = await tab.$(".lines .line.bad");
        // not its middle: a long line's may lie outside of its panel
        await tab.evaluate((element) => element.scrollIntoView({ block: "center" }), line);
        const at = await line.boundingBox();
        const [x, y] = [at.x + 40, at.y + at.height / 2];
        await tab.mouse.move(x, y);
        expect(await count(".lit") > 2, "pointing at a line lights nothing: " + await count(".lit"));
        await tab.mouse.click(x, y);
        expect(await count(".kept") > 2, "a click keeps nothing");
        expect((await tab.$eval("#about", (about) => about.textContent)).includes("release with MakeAvailable"), "nothing is said about the line");
        const kept = await tab.$$eval(".kept", (lines) => lines.map((line) => line.textContent));
        for (const partner of ["atomicStore", "OpAtomicStore", "store atomic"])
            expect(kept.some((line) => line.includes(partner)), "the line has no partner with " + partner);
        expect(!kept.some((line) => /OpAtomicLoad|load atomic|atomicLoad/.test(line)), "a line that is no partner is kept");
        // the first instruction of line 12: its partners are its own and the line of the source, not the other instructions of that line
        const own = await tab.$$eval(".lines .line", (lines) => {
            lines.find((line) => /OpAccessChain .* %__0 /.test(line.textContent)).click();
            return lines.filter((line) => line.classList.contains("kept")).map((line) => line.textContent);
        });
        expect(own.some((line) => line.includes(" atomicStore(ready")), "an instruction has another line of the source: " + own);
        expect(!own.some((line) => /OpAtomicStore|store atomic/.test(line)), "another instruction's lines are kept: " + own);
        const red = await tab.evaluate(() => {
            const probe = document.body.appendChild(document.createElement("span"));
            probe.style.color = "var(--bad)";
            const color = getComputedStyle(probe).color;
            probe.remove();
            return color;
        });
        const strokes = (selector) => tab.$$eval(selector, (found) => found.map((one) => getComputedStyle(one).stroke));
        expect((await strokes("svg .red .node")).join() === [red, red].join(), "the accesses of the race are not red");
        expect(await count(".arrows path") === 3 && await count("#shader .note") === 2, "no arrow between the lines of the race, with a note at each");
        expect((await strokes("svg .edge.race")).join() === red, "the race is not drawn in red");
        const change = await tab.$$eval(".change del, .change ins", (lines) => lines.map((line) => line.textContent));
        expect(change.length === 2 && change[0].includes("gl_ScopeWorkgroup") && change[1].includes("gl_ScopeDevice"), "the repair is no change of the source: " + change);
        await (await tab.$$(".steps button"))[0].click();
        expect(await count("svg .later .node") === await count("svg .node") - 1, "First shows more than the first event");
        await (await tab.$$(".steps button"))[2].click();
        expect((await tab.$eval("#executions .finding p", (p) => p.textContent)).startsWith("Event 2 of"), "Next does not go on");
        let said = await tab.$eval("#executions .finding p", (p) => p.textContent);
        for (let i = 0; i < 20 && await tab.$eval(".steps button:nth-of-type(3)", (next) => !next.disabled); i++) {
            await (await tab.$$(".steps button"))[2].click();
            said += await tab.$eval("#executions .finding p", (p) => p.textContent);
        }
        expect(said.includes("Happens before it: e"), "nothing is said of what happens before");
        const button = await tab.$(".finding ol button");
        await button.click();
        expect(await count(".kept") > 2, "a finding leads to no line");
    }
    if (wanted === "chain") {
        const chain = await tab.$(".chains button");
        const said = chain ? await tab.evaluate((element) => element.textContent, chain) : "";
        for (const step of ["is made available by", "happens before", "makes it visible to"]) expect(said.includes(step), "no chain says: " + step);
        for (const kind of ["rf", "sw", "av", "vis"]) expect(await count("svg .edge." + kind) > 0, "no edge of " + kind);
        expect(await count(".traced") === 0, "a chain is shown before it is asked for");
        if (chain) await chain.click();
        expect(await count("svg g.traced .node") >= 4 && await count("svg g.traced .edge") >= 3, "the chain is not shown");
        if (chain) await chain.click();
        expect(await count(".traced") === 0, "the chain stays");
        expect(await count("svg .node") === 5, "initial values are drawn before they are asked for");
        await (await tab.$("details summary")).click();
        await tab.waitForFunction(() => document.querySelectorAll("svg .node").length === 8);
        await (await tab.$("details summary")).click();
        await tab.waitForFunction(() => document.querySelectorAll("svg .node").length === 5);
        await (await tab.$(".legend input")).click();
        expect(await tab.$eval("svg .of-po", (edge) => getComputedStyle(edge).display) === "none", "program order is not hidden");
        const steps = await tab.$$(".steps button");
        await steps[3].click();
        expect(await count("svg .before") > 2, "what happens before is not marked");
    }
    if (wanted === "hostile") {
        const shown = await tab.$eval("body", (body) => body.innerText);
        for (const name of ["<script>hostile.spv", "</script><script>alert(2)</script><img", "</script><script>alert(4)</script>&", '"><img src=x onerror=alert(5)>'])
            expect(shown.includes(name), "it is not shown as it is: " + name);
        const drawn = await tab.$$eval("svg g text", (texts) => texts.map((text) => text.textContent));
        expect(drawn.filter((text) => text.startsWith('writes "><img')).length === 2, "events without their names: " + drawn);
    }
    await tab.focus(".lines");
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("ArrowDown");
    expect(await count(".lines:focus .line.at") === 1, "the keys move nothing");
    await tab.keyboard.press("Enter");
    expect(await count(".kept") > 0, "Enter keeps nothing");
    await tab.keyboard.press("Escape");
    expect(await count(".kept") === 0, "Escape lets nothing go");
    for (const width of [1280, 390]) {
        await tab.setViewport({ width, height: 900 });
        const cut = await tab.evaluate(() => [...document.querySelectorAll("body, body *")].filter((one) => one.scrollWidth > one.clientWidth + 1 &&
            ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX) || one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80)));
        expect(!cut.length, "at " + width + " pixels something is cut off, or scrolls sideways: " + cut.slice(0, 3));
    }
    await tab.setViewport({ width: 1500, height: 1400 });
    for (const scheme of ["light", "dark"]) {
        await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await tab.screenshot({ path: path.join(pictures, path.basename(page, ".html") + "-" + scheme + ".png"), fullPage: fs.statSync(page).size < 1 << 20 });
        if (fs.statSync(page).size > 1 << 20) continue;
        await tab.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
        const found = await tab.evaluate(() => axe.run());
        for (const violation of found.violations)
            if (["serious", "critical"].includes(violation.impact))
                failures.push("axe, " + scheme + ": " + violation.id + ": " + violation.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" | "));
    }
    if (fs.statSync(page).size < 1 << 20) await tab.pdf({ path: path.join(pictures, path.basename(page, ".html") + ".pdf"), timeout: 60000 });
    console.log(path.basename(page) + ": " + fs.statSync(page).size + " bytes, opened in " + opened + " ms");
    for (const failure of failures) console.log("FAIL: " + failure);
    await browser.close();
    process.exit(failures.length ? 1 : 0);
})();
