"use strict";
/* Runs programs one after the other, each in an instance of its own, for a program of C leaves its memory as it ended. A run may not end: the page
 * ends the worker. */
importScripts("spirv-mmra.js", "glslang.js");
const creators = { "spirv-mmra": createCommand, "glslang": createGlslang };
let compiled = null; // the last shader that glslang took, and its module

async function run(module, name, words, files, wanted) {
    const out = [], errors = [];
    const program = await creators[name]({
        print: (line) => out.push(line), printErr: (line) => errors.push(line), quit: () => {},
        instantiateWasm: (imports, done) => { WebAssembly.instantiate(module, imports).then(done); return {}; },
    });
    for (const [path, content] of Object.entries(files)) program.FS.writeFile(path, content);
    let status;
    try {
        status = program.callMain(words);
    } catch (error) { // an overflow of the stack or of memory
        return { status: 7, out: "", errors: name + ": " + (error && error.message || error), file: null };
    }
    let file = null;
    try { // of a new file, the command asks for rights that depend on the mask of a process, which is none here
        if (wanted) program.FS.chmod(wanted, 0o600);
        file = wanted ? program.FS.readFile(wanted) : null;
    } catch (error) { /* not written */ }
    return { status, out: out.join("\n"), errors: errors.join("\n"), file };
}

/* Compiles GLSL to { file }, or, if it is no GLSL, to { status, out }. */
async function compile(modules, path, text) {
    if (compiled && compiled.path === path && compiled.text === text) return compiled.result;
    const result = await run(modules["glslang"], "glslang", [path, "shader.spv"], { [path]: text }, "shader.spv");
    compiled = { path, text, result };
    return result;
}

onmessage = async (event) => {
    const { number, modules, path, text, words, wanted } = event.data;
    const files = { [path]: text };
    try {
        if (modules["glslang"]) {
            const result = await compile(modules, path, text);
            if (result.status) { postMessage({ number, compiler: true, ...result }); return; }
            files["shader.spv"] = result.file;
        }
        postMessage({ number, ...await run(modules["spirv-mmra"], "spirv-mmra", words, files, wanted) });
    } catch (error) {
        postMessage({ number, status: 7, out: "", errors: String(error && error.message || error), file: null });
    }
};
