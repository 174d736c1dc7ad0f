#!/usr/bin/env python3
"""Judges translations by what public tests expect: reads amber scripts (AmberScript), runs their compute pipelines with
compare, and checks their EXPECT statements on what the translation and the Vulkan driver leave.

    amber.py [--compare build/release/bin/compare] [--on=PROCESSOR] [--report] FILE.amber...

One line for each file that is not as expected, with --report for every file. Outcomes: passed; failed (an expectation does not
hold of the translation; what the driver does is said); driver-fails (it holds of the translation alone); nothing-expected;
not-run (what the script needs and is not here). Exit status 1 if any failed. docs/evidence/comparer.md says what is read of the language.
"""

import argparse
import collections
import concurrent.futures
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

SIDES = ("translation", "translation-backwards", "translation-free", "driver")
EPSILON_PERCENT = 1e-6  # what amber allows of EQ between floats
SCALARS = {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
           "float16": "e", "float": "f", "double": "d"}
BUFFER_KINDS = ("storage", "uniform", "push_constant", "storage_image", "storage_texel_buffer", "uniform_texel_buffer",
                "sampled_image")
COMPARISONS = {"NE": lambda a, b: a != b, "LT": lambda a, b: a < b, "LE": lambda a, b: a <= b, "GT": lambda a, b: a > b,
               "GE": lambda a, b: a >= b}

arguments = None


class NotRun(Exception):
    """Something that the script needs and that is not read here, or that cannot run."""


# ---- types and values ----


class Format:
    """Where the components of each element lie, as amber lays data out (std430, or std140)."""

    def __init__(self, name, std140=False):
        image = re.match(r"((?:[RGBA]\d+)+)_(UINT|SINT|SFLOAT|UNORM)$", name)
        vector = re.match(r"vec([234])<(\w+)>$", name)
        matrix = re.match(r"mat([234])x([234])<(\w+)>$", name)
        columns, rows, scalar = 1, 1, re.sub(r"\[\]$", "", name)
        self.order, self.unorm, self.glsl = None, False, None  # the name that GLSL has for an image's format
        if image:
            parts = re.findall(r"([RGBA])(\d+)", image.group(1))
            if len({bits for _, bits in parts}) != 1:
                raise NotRun("the format " + name)
            self.order, self.unorm = [part for part, _ in parts], image.group(2) == "UNORM"
            prefix = {"UINT": "uint", "SINT": "int", "UNORM": "uint"}.get(image.group(2))
            scalar = prefix + parts[0][1] if prefix else {"16": "float16", "32": "float", "64": "double"}[parts[0][1]]
            rows = len(parts)
            suffix = {"UINT": "ui", "SINT": "i", "SFLOAT": "f", "UNORM": ""}[image.group(2)]
            self.glsl = "".join(self.order).lower() + parts[0][1] + suffix if self.order == list("RGBA")[:rows] else None
        elif vector:
            rows, scalar = int(vector.group(1)), vector.group(2)
        elif matrix:
            columns, rows, scalar = int(matrix.group(1)), int(matrix.group(2)), matrix.group(3)
        if scalar not in SCALARS:
            raise NotRun("the type " + name)
        self.code = SCALARS[scalar]
        self.is_float = self.code in "efd"
        width = struct.calcsize(self.code)
        column = width * (rows if image or rows != 3 else 4)
        column = max(column, 16) if std140 and (matrix or not image) else column
        self.size = column * columns
        self.offsets = [c * column + r * width for c in range(columns) for r in range(rows)]

    def number(self, text):
        value = int(text, 16) if re.match(r"-?0x", text) else float(text) if self.is_float else int(float(text)) \
            if re.search(r"[.eE]", text) else int(text)
        return float(value) if self.is_float else value

    def pack(self, value):
        if self.is_float:
            try:
                return struct.pack("<" + self.code, value)
            except OverflowError:
                return struct.pack("<" + self.code, math.copysign(math.inf, value))
        return (value & (1 << 8 * struct.calcsize(self.code)) - 1).to_bytes(struct.calcsize(self.code), "little")

    def fill(self, count, values):
        """`count` elements of the components' values; an iterator may give fewer."""
        data, width = bytearray(self.size * count), struct.calcsize(self.code)
        for i, value in enumerate(values):
            at = i // len(self.offsets) * self.size + self.offsets[i % len(self.offsets)]
            data[at:at + width] = self.pack(value)
        return bytes(data)

    def places(self, size, start):
        """The components from a byte on."""
        for element in range(start // self.size, size // self.size):
            for offset in self.offsets:
                if element * self.size + offset >= start:
                    yield element * self.size + offset

    def at(self, data, place):
        return struct.unpack_from("<" + self.code, data, place)[0]


class Buffer:
    def __init__(self, form, data, extent=None, samples=1):
        self.form, self.extent, self.samples = form, extent, samples
        self.state = dict.fromkeys(SIDES, data)  # what each side has left there
        self.initial = data


# ---- the script ----


class Script:
    def __init__(self, path):
        self.folder = os.path.dirname(path)
        with open(path, errors="replace") as file:
            self.lines = file.read().splitlines()
        self.at = 0
        self.shaders, self.files, self.buffers, self.pipelines = {}, {}, {}, {}
        self.steps = []
        self.robust = False  # beyond a buffer's end nothing happens
        self.driver_lacks = None  # why the driver has no results

    def next(self):
        """The next line's words, or None. A comment may stand behind them."""
        while self.at < len(self.lines):
            words = self.lines[self.at].split("#")[0].split()
            self.at += 1
            while words and words[-1] == "\\":
                words[-1:] = self.lines[self.at].split("#")[0].split()
                self.at += 1
            if words:
                return words
        return None

    def text_to_end(self):
        first = self.at
        while self.at < len(self.lines) and self.lines[self.at].strip() != "END":
            self.at += 1
        self.at += 1
        return "\n".join(self.lines[first:self.at - 1]) + "\n"

    def words_to_end(self, words):
        words = list(words)
        while "END" not in words:
            words += self.next() or ["END"]
        return words[:words.index("END")]

    def read(self):
        if self.lines and not self.lines[0].startswith("#!amber"):
            raise NotRun("VkScript")
        while (words := self.next()) is not None:
            reader = getattr(self, "read_" + words[0].lower(), None)
            if not reader:
                raise NotRun("the statement " + words[0])
            reader(words)
        return self

    def ignore(self, words):
        """What concerns the device, which compare asks by itself."""

    read_device_extension = read_instance_extension = ignore

    def read_device_feature(self, words):
        self.robust |= words[1] == "robustBufferAccess"

    def read_set(self, words):
        if words[1] != "ENGINE_DATA":
            raise NotRun("SET " + words[1])

    def read_shader(self, words):
        kind, name, language = words[1:4]
        if kind != "compute":
            raise NotRun("a shader for " + kind)
        rest = words[4:]
        if "FILE" in rest or language == "FILE":
            raise NotRun("a shader of a FILE")
        environment = rest[rest.index("TARGET_ENV") + 1] if "TARGET_ENV" in rest else "spv1.0"
        text = self.files[rest[rest.index("VIRTUAL_FILE") + 1]] if "VIRTUAL_FILE" in rest else self.text_to_end()
        self.shaders[name] = (language, environment, text)

    def read_virtual_file(self, words):
        self.files[words[1]] = self.text_to_end()

    def read_buffer(self, words):
        keys = dict(zip(words[2::1], words[3::1]))
        if "DATA_TYPE" not in keys:
            raise NotRun("a buffer whose size is the framebuffer's")
        form = Format(keys["DATA_TYPE"], "STD140" in words)
        if "DATA" in words:
            numbers = [form.number(word) for word in self.words_to_end(words[words.index("DATA") + 1:])]
            count = -(-len(numbers) // len(form.offsets))
        else:
            count = int(keys["SIZE"]) if "SIZE" in keys else int(keys["WIDTH"]) * int(keys["HEIGHT"])
            numbers = self.initializer(form, keys, count)
        self.buffers[words[1]] = Buffer(form, form.fill(count, numbers))

    def initializer(self, form, keys, count):
        components = count * len(form.offsets)
        if "FILL" in keys:
            return [form.number(keys["FILL"])] * components
        if "SERIES_FROM" in keys:
            first, step = form.number(keys["SERIES_FROM"]), form.number(keys["INC_BY"])
            return [first + i * step for i in range(components)]
        if keys.get("FILE") == "TEXT":
            name = keys["TEXT"]
            path = os.path.join(self.folder, name)
            if name not in self.files and not os.path.exists(path):
                raise NotRun("the file " + name)
            text = self.files[name] if name in self.files else open(path).read()
            return [form.number(word) for word in re.sub("#.*", "", text).split()][:components]
        if "FILE" in keys:
            raise NotRun("contents of FILE " + keys["FILE"])
        return []

    def read_image(self, words):
        keys = dict(zip(words[2::1], words[3::1]))
        if keys.get("MIP_LEVELS", "1") != "1":
            raise NotRun("an image of several levels")
        name = keys.get("FORMAT") or keys["DATA_TYPE"]
        form = Format(name)
        if form.size != len(form.offsets) * struct.calcsize(form.code):
            raise NotRun("an image of three components")
        extent = [int(keys.get(key, 1)) for key in ("WIDTH", "HEIGHT", "DEPTH")]
        count = extent[0] * extent[1] * extent[2]
        if "DATA" in words:
            numbers = [form.number(word) for word in self.words_to_end(words[words.index("DATA") + 1:])]
        else:
            numbers = self.initializer(form, keys, count)
        self.buffers[words[1]] = Buffer(form, form.fill(count, numbers), extent, int(keys.get("SAMPLES", 1)))

    def read_pipeline(self, words):
        if words[1] != "compute":
            raise NotRun("a pipeline for " + words[1])
        self.pipelines[words[2]] = self.pipeline_body({"bound": []})

    def read_derive_pipeline(self, words):
        base = self.pipelines[words[3]]
        self.pipelines[words[1]] = self.pipeline_body(dict(base, bound=list(base["bound"])))

    def pipeline_body(self, pipeline):
        while (words := self.next()) is not None and words[0] != "END":
            if words[0] == "ATTACH":
                self.attach(pipeline, words)
            elif words[0] == "BIND":
                self.bind(pipeline, words)
            elif words[0] == "SUBGROUP":
                if any("REQUIRED_SIZE" in line for line in self.text_to_end().splitlines()):
                    raise NotRun("a required subgroup size")
            elif words[0] in ("SHADER_OPTIMIZATION", "COMPILE_OPTIONS"):
                self.text_to_end()
            else:
                raise NotRun(" ".join(words[:2]) + " in a pipeline")
        return pipeline

    @staticmethod
    def attach(pipeline, words):
        pipeline["shader"], rest = words[1], words[2:]
        pipeline["spec"] = []
        while rest[:1] == ["SPECIALIZE"]:
            form = Format(rest[3])
            pipeline["spec"].append((rest[1], int.from_bytes(form.pack(form.number(rest[4])), "little")))
            rest = rest[5:]
        if rest and rest != ["ENTRY_POINT", "main"]:
            raise NotRun("ATTACH with " + rest[0])

    def bind(self, pipeline, words):
        if words[1] != "BUFFER" or "KERNEL" in words:
            raise NotRun("BIND " + ("KERNEL" if "KERNEL" in words else words[1]))
        kind = words[words.index("AS") + 1] if "AS" in words else "storage"
        allowed = {"BIND", "BUFFER", words[2], "AS", kind, "DESCRIPTOR_SET", "BINDING"}
        odd = [word for word in words if word not in allowed and not word.isdigit()]
        if kind not in BUFFER_KINDS or odd:
            raise NotRun("BIND with " + (odd[0] if odd else kind))
        place = "push" if kind == "push_constant" else "%s.%s" % (words[words.index("DESCRIPTOR_SET") + 1],
                                                                   words[words.index("BINDING") + 1])
        if any(name == words[2] for name, _, _ in pipeline["bound"]):
            raise NotRun("one buffer at two bindings")
        pipeline["bound"] = [row for row in pipeline["bound"] if row[1] != place] + [(words[2], place, kind)]

    def read_run(self, words):
        words = [word for word in words if word != "TIMED_EXECUTION"]
        if len(words) != 5 or not all(word.isdigit() for word in words[2:]):
            raise NotRun("RUN " + " ".join(words[2:3]))
        self.steps.append(("run", words[1], words[2:5]))

    def read_repeat(self, words):
        before, self.steps = self.steps, []
        while (inner := self.next()) is not None and inner[0] != "END":
            getattr(self, "read_" + inner[0].lower(), self.ignore)(inner)
        self.steps = before + self.steps * int(words[1])

    def read_copy(self, words):
        self.steps.append(("copy", words[1], words[3]))

    def read_expect(self, words):
        values = list(words)
        while self.at < len(self.lines) and re.match(r"\s*[-+]?[0-9]", self.lines[self.at]):
            values += self.lines[self.at].split("#")[0].split()
            self.at += 1
        self.steps.append(("expect", [word.strip(",") for word in values if word.strip(",")]))


# ---- expectations ----


def agrees(actual, expected, tolerance, percent):
    if math.isnan(actual) or math.isnan(expected):
        return math.isnan(actual) == math.isnan(expected)
    if actual == expected:
        return True
    return abs(actual - expected) <= (tolerance / 100 * abs(expected) if percent else tolerance)


def expect_values(form, data, words):
    """EXPECT BUFFER IDX PLACE [TOLERANCE ...] COMPARISON VALUE...: None, or what does not hold."""
    index = next(i for i, word in enumerate(words) if word == "EQ" or word in COMPARISONS)
    tolerances = [(float(word.rstrip("%")), word.endswith("%"))
                  for word in words[words.index("TOLERANCE") + 1:index]] if "TOLERANCE" in words else []
    places = form.places(len(data), int(words[3]))
    for i, text in enumerate(words[index + 1:]):
        place = next(places, None)
        if place is None:
            return "there are no bytes for value %d" % i
        actual, expected = form.at(data, place), form.number(text)
        if not form.is_float:
            expected = struct.unpack("<" + form.code, form.pack(expected))[0]
        elif form.code != "d":
            expected = struct.unpack("<" + form.code, form.pack(expected))[0]
        if words[index] == "EQ":
            tolerance, percent = tolerances[i % len(tolerances)] if tolerances else \
                (EPSILON_PERCENT if form.is_float else 0, True)
            good = agrees(actual, expected, tolerance, percent)
        else:
            good = COMPARISONS[words[index]](actual, expected)
        if not good:
            return "byte %d is %r, expected %s %s" % (place, actual, words[index], text)
    return None


def expect_colours(buffer, data, words):
    """EXPECT IMAGE IDX X Y [SIZE W H] [TOLERANCE ...] EQ_RGBA R G B A, of 0 to 255."""
    form, extent = buffer.form, buffer.extent
    index = next(i for i, word in enumerate(words) if word in ("EQ_RGB", "EQ_RGBA"))
    tolerance = float(words[words.index("TOLERANCE") + 1].rstrip("%")) if "TOLERANCE" in words else 1
    x, y = int(words[3]), int(words[4])
    width, height = map(int, words[words.index("SIZE") + 1:words.index("SIZE") + 3]) if "SIZE" in words else (1, 1)
    if not extent or (not form.unorm and not form.is_float):
        raise NotRun("colours of something without them")
    scale = 255 / ((1 << 8 * struct.calcsize(form.code)) - 1) if form.unorm else 255
    order = form.order or "RGBA"[:len(form.offsets)]
    for row in range(y, y + height):
        for column in range(x, x + width):
            for name, text in zip("RGBA", words[index + 1:]):
                if name not in order:
                    continue
                place = (row * extent[0] + column) * form.size + form.offsets[list(order).index(name)]
                if abs(form.at(data, place) * scale - float(text)) > tolerance:
                    return "%s at (%d, %d) is %g, expected %s" % (name, column, row, form.at(data, place) * scale, text)
    return None


def expect(script, words, side):
    buffer = script.buffers[words[1]]
    data = buffer.state[side]
    if "EQ_BUFFER" in words:
        other = script.buffers[words[words.index("EQ_BUFFER") + 1]].state[side]
        place = next((i for i, (a, b) in enumerate(zip(data, other)) if a != b), None)
        return None if place is None and len(data) == len(other) else "it is another buffer from byte %s on" % place
    if "EQ_RGB" in words or "EQ_RGBA" in words:
        return expect_colours(buffer, data, words)
    if "IDX" in words:
        return expect_values(buffer.form, data, words)
    raise NotRun("EXPECT with " + words[2])


# ---- running ----


def tool(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        lines = [line for line in done.stdout.decode(errors="replace").splitlines() if "rror" in line]
        raise NotRun("its shader does not compile: " + (lines or ["status %d" % done.returncode])[0].strip())


def compile_shader(script, name, folder):
    language, environment, text = script.shaders[name]
    binary, source = os.path.join(folder, name + ".spv"), os.path.join(folder, name + ".txt")
    if os.path.exists(binary):
        return binary
    with open(source, "w") as file:
        file.write(text)
    if language == "SPIRV-ASM":
        tool(["spirv-as", "--target-env", environment, source, "-o", binary])
    elif language in ("GLSL", "HLSL"):
        target = environment if environment.startswith("vulkan") else environment.replace("spv", "spirv")
        tool(["glslangValidator", "-V", "-S", "comp", "--target-env", target, source, "-o", binary] +
             (["-D", "-e", "main"] if language == "HLSL" else []))
    else:
        raise NotRun("a shader in " + language)
    return binary


def run_pipeline(script, pipeline, groups, folder):
    """One dispatch by both; what they leave becomes the buffers' state. What compare says."""
    kept = os.path.join(folder, "kept")
    os.makedirs(kept, exist_ok=True)
    for name in os.listdir(kept):
        os.unlink(os.path.join(kept, name))
    command = [arguments.compare, "-j", "1", "--report", "--unadvertised", "--levels=1", "--filter=nearest", "--mip=nearest", "--keep=" + kept,
               "--groups=" + ",".join(groups)]
    command += ["--on=" + arguments.on] if arguments.on else []
    command += ["--abi=buffer"] if script.robust else []
    command += ["--spec=%s:%d" % row for row in pipeline.get("spec", [])]
    for name, place, kind in pipeline["bound"]:
        buffer, path = script.buffers[name], os.path.join(folder, place)
        if buffer.samples != 1 and kind.endswith("image"):
            raise NotRun("an image of several samples")
        with open(path, "wb") as file:
            file.write(buffer.state["translation"])
        command.append("--contents=%s:%s" % (place, path))
        if kind.endswith("image") or kind.endswith("texel_buffer"):
            texels = len(buffer.initial) // buffer.form.size
            if buffer.form.glsl:
                command.append("--format=%s:%s" % (place, buffer.form.glsl))
            command.append("--size=%s:%d,%d,%d" % (place, *(buffer.extent or (texels, 1, 1))))
    done = subprocess.run(command + [compile_shader(script, pipeline["shader"], folder)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    line = done.stdout.decode(errors="replace").splitlines()[0]
    outcome, _, reason = line.partition(":")
    if not os.listdir(kept):
        raise NotRun("%s: %s" % (outcome.split()[0], reason.strip()))
    if not any(name.endswith(".driver") for name in os.listdir(kept)):
        script.driver_lacks = reason.strip()
    for name, place, kind in pipeline["bound"]:
        for side in SIDES if kind != "push_constant" else ():
            path = os.path.join(kept, "%s.0.%s" % (place, side))
            if os.path.exists(path):
                with open(path, "rb") as file:
                    script.buffers[name].state[side] = file.read()


def judge_steps(script, folder):
    expectations, wrong = 0, {}
    for step in script.steps:
        if step[0] == "run":
            run_pipeline(script, script.pipelines[step[1]], step[2], folder)
        elif step[0] == "copy":
            script.buffers[step[2]].state = dict(script.buffers[step[1]].state)
        else:
            expectations += 1
            for side in SIDES if not script.driver_lacks else SIDES[:-1]:
                fault = expect(script, step[1], side)
                if fault:
                    wrong.setdefault(side, "EXPECT %s: %s" % (step[1][1], fault))
    return expectations, wrong


def judge(path):
    """The outcome and why."""
    try:
        script = Script(path).read()
        with tempfile.TemporaryDirectory() as folder:
            expectations, wrong = judge_steps(script, folder)
    except NotRun as reason:
        return "not-run", str(reason)
    except (KeyError, IndexError, ValueError, StopIteration) as fault:
        return "not-run", "not understood: %r" % fault
    translated = [wrong[side] for side in SIDES[:-1] if side in wrong]
    if translated:
        of_driver = wrong.get("driver")
        same = "the driver fails the same" if of_driver == translated[0] else \
            "the driver: " + (script.driver_lacks or of_driver or "passes")
        return "failed", "%s; %s" % (translated[0], same)
    if "driver" in wrong:
        return "driver-fails", wrong["driver"]
    if not expectations:
        return "nothing-expected", ""
    return "passed", "%d expectations%s" % (expectations, "; " + script.driver_lacks if script.driver_lacks else "")


def main():
    global arguments
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--compare", default="build/release/bin/compare")
    parser.add_argument("--on")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("scripts", nargs="+")
    arguments = parser.parse_args()
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (outcome, reason) in zip(arguments.scripts, pool.map(judge, arguments.scripts)):
            counts[outcome] += 1
            if arguments.report or outcome == "failed":
                print("%-16s %s%s%s" % (outcome, os.path.basename(path), ": " if reason else "", reason), flush=True)
    print("%d scripts: %s" % (len(arguments.scripts), ", ".join("%d %s" % (n, what) for what, n in counts.most_common())))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
