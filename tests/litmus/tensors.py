#!/usr/bin/env python3
"""The shaders with tensor layouts of tests/run/matrices/make.py for `litmus`: what memory holds at first, and what it holds
in the end, which Python computes from the words of the specification.

    tensors.py make FOLDER          writes NAME.comp, and NAME.input: arguments of `litmus`, a line each
    tensors.py check FOLDER NAME    reads what `litmus --outcomes` says on standard input
"""

import json
import pathlib
import re
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "run" / "matrices"))
import make  # noqa: E402


def number(kind, bits):
    """The number of this type that these low bits of a word are."""
    size = struct.calcsize(make.FORMATS[kind])
    return struct.unpack(f"<{make.FORMATS[kind]}", (bits & 2**32 - 1).to_bytes(4, "little")[:size])[0]


class Writer(make.Maker):
    """`litmus` knows memory by the types that the shader says: blocks that are decoded are blocks in memory."""

    def buffers(self, kinds, qualifiers="", types=make.TYPES):
        lines = super().buffers(kinds, qualifiers, types).splitlines()
        if self.decoded and types is make.TYPES:
            lines[0] = ("struct Held { uint16_t scale; uint8_t q[8]; };\n"
                        f"layout(set = 0, binding = 0, std430) {qualifiers} buffer B0 {{ Held b0[{make.WORDS // 10}]; }};")
        return "".join(f"{line[:-1]} named{i};\n#define b{i} named{i}.b{i}\n" for i, line in enumerate(lines))

    def contents(self, kinds):
        paths = [word.split(":", 1)[1] for word in self.inputs(kinds, None).split()]
        return [struct.unpack(f"<{make.WORDS}{make.FORMATS[k]}", pathlib.Path(p).read_bytes()) for k, p in zip(kinds, paths)]

    def tensor(self, name, kind, use, size, tensor, view=None, stores=False, decoded=False, qualifiers="", vector=False):
        make.WORDS = 2600 if kind[1:] != "32" else 2000  # as much as machine code is judged with
        self.decoded = decoded
        super().tensor(name, kind, use, size, tensor, view, stores, decoded, qualifiers, vector)
        self.decoded = False
        kinds = ("u8" if decoded else kind, kind)
        first, second = self.contents(kinds)
        expected = {}
        for n in range(size[0] * size[1]):
            row, column = divmod(n, size[1])
            index = view.index(row, column, size[1], tensor.span) if view else n
            at, blocks, inside = (make.SKIPPED, None, None) if index is None else tensor.place(index, stores)
            if stores:
                if at >= 0:
                    expected[at] = first[n]
            elif at < 0:
                expected[n] = 7 if at == make.SKIPPED else number(kind, tensor.value)
            elif decoded:
                scale, q = first[10 * at] | first[10 * at + 1] << 8, first[10 * at + 2 + inside[-1]]
                expected[n] = scale % 5 * 64 + q + sum(b * (i + 1) for i, b in enumerate(blocks))
            else:
                expected[n] = first[at]
        written = list(expected)
        if stores:  # all else keeps what it was
            expected = {i: expected.get(i, v) for i, v in enumerate(second)}
        name = self.prefix + name
        if decoded:
            first = [f"{{{first[at] | first[at + 1] << 8}, {{{', '.join(str(v) for v in first[at + 2:at + 10])}}}}}"
                     for at in range(0, make.WORDS // 10 * 10, 10)]
        lines = [f"b{i}={{{', '.join(str(v) for v in values)}}}" for i, values in enumerate((first, second))]
        (self.folder / f"{name}.input").write_text("".join(f"--input\n{line}\n" for line in lines))
        (self.folder / f"{name}.expected").write_text(json.dumps({"kind": kind, "written": written, "expected": expected}))


def check(folder, name):
    said = sys.stdin.read()
    asked = json.loads((folder / f"{name}.expected").read_text())
    named = {int(at): float(value) for at, value in re.findall(r"named1\[0\]\[(\d+)\] = (-?[\d.e+-]+)", said)}
    is_float = asked["kind"][0] == "f"
    got = {at: value if is_float else number(asked["kind"], int(value)) for at, value in named.items()}
    wrong = [(at, got.get(at), value) for at, value in ((int(i), v) for i, v in asked["expected"].items())
             if (at in got or at in asked["written"]) and got.get(at) != value]
    if wrong or not asked["written"]:
        sys.exit(f"{name}: {len(wrong)} of {len(asked['expected'])} numbers are others (index, litmus, Python): {wrong[:4]}")


def main():
    folder = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "check":
        check(folder, sys.argv[3])
        return
    writer = Writer(folder)
    writer.decoded = False
    make.tensors(writer)
    make.workgroups(writer)


if __name__ == "__main__":
    main()
