#!/usr/bin/env python3
"""Random litmus programs of what users write and reductions skip, as .litmus text: messages and locks whose waiting rounds do something,
early ends, aliases, images beside buffers, dependencies of nothing, scopes and semantics that are right or wrong in one thing.

    random_programs.py FOLDER COUNT SEED    writes FOLDER/SEED-0.litmus, ..., and FOLDER/contents.json: what each has
"""

import json
import pathlib
import random
import sys

SCOPES = ["sg", "wg", "qf", "dv"]
PLACES = [["sg 0, wg 0, qf 0", "sg 0, wg 1, qf 0", "sg 0, wg 2, qf 0"],
          ["sg 0, wg 0, qf 0", "sg 1, wg 0, qf 0", "sg 2, wg 0, qf 0"],
          ["sg 0, wg 0, qf 0", "sg 0, wg 0, qf 0", "sg 0, wg 1, qf 0"],
          ["sg 0, wg 0, qf 0", "sg 1, wg 0, qf 0", "sg 0, wg 1, qf 0"],
          ["sg 0, wg 0, qf 0", "sg 0, wg 0, qf 1", "sg 0, wg 1, qf 0"]]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.has = set()  # what the program has, for the counts
        self.threads, self.labels, self.registers, self.locks = [], 0, 0, set()
        self.references = {}  # name: storage class
        self.aliases = {}
        self.operations = 0

    def chance(self, likely):
        return self.random.random() < likely

    def pick(self, *choices):
        return self.random.choice(choices)

    # ---- one program ----

    def program(self):
        self.count = 2 if self.chance(0.7) else 3
        self.places = self.random.choice(PLACES)[:self.count]
        self.random.shuffle(self.places)
        self.scope = self.random.choice(["dv", "dv", "wg", "qf"])
        self.weak = self.chance(0.3)  # one thing in five is wrong
        self.threads = [[] for _ in range(self.count)]
        for name in ("x", "y"):
            self.references[name] = 0
        self.references["f"] = self.pick(0, 0, 0, 1)
        if self.chance(0.2):
            self.references["x"] = self.pick(1, 2)
            self.has.add("image" if self.references["x"] == 2 else "two classes")
        if self.chance(0.12):
            self.aliases["a"] = "x"
            self.references["a"] = self.references["x"]
            self.has.add("alias")
        shape = self.pick(self.message, self.message, self.lock, self.lock, self.pieces, self.pieces, self.barriers, self.chain, self.buffering)
        shape()
        return self.text()

    def message(self):
        for number in range(self.count):
            self.at = self.threads[number]
            if number == 0 or (number == 1 and self.count == 3 and self.chance(0.3)):
                self.optional_data()
                self.data()
                self.publish("f", 1)
                self.optional_data()
            else:
                self.early(lambda: self.wait("f"))
                self.data()
                if self.count == 3 and number == 1 and self.chance(0.6):
                    self.publish("y" if self.chance(0.5) else "f", 2)

    def chain(self):
        """A message that goes round by way of a second thread."""
        self.at = self.threads[0]
        self.data()
        self.publish("f", 1)
        self.at = self.threads[1]
        self.wait("f")
        self.optional_data()
        self.publish("g", 1)
        self.at = self.threads[self.count - 1] if self.count == 3 else self.threads[0]
        self.wait("g", nested=self.chance(0.3))
        self.data()

    def buffering(self):
        """Each thread reads what the next writes: may all of them read what is written behind these reads?"""
        self.has.add("load buffering")
        self.scope, self.weak = "dv", False
        ring = ["x", "y", "f"][:self.count]
        for number, name in enumerate(ring):
            self.at = self.threads[number]
            register, following = self.register(), ring[(number + 1) % self.count]
            self.at.append(f"ld.atom.dv.sc{self.references[name]} {register}, {name}")
            self.pick(self.both_ways, self.both_ways, self.written_from)(register, following)

    def written_from(self, register, name):
        value = self.register()
        self.at.append(f"{self.pick('add', 'sub', 'xor')} {value}, {register}, {self.pick(0, 1, register)}")
        self.at.append(f"st.atom.dv.sc{self.references[name]} {name}, {value}")

    def lock(self):
        kind = self.pick(self.exchange_lock, self.exchange_lock, self.test_and_set, self.ticket_lock, self.add_zero)
        for number in range(2 if self.chance(0.8) else self.count):
            self.at = self.threads[number]
            kind()
        if not self.threads[-1]:
            self.at = self.threads[-1]
            self.pieces_of_one()

    def pieces(self):
        for number in range(self.count):
            self.at = self.threads[number]
            self.pieces_of_one()

    def pieces_of_one(self):
        for _ in range(self.random.randint(2, 3)):
            self.random.choice([self.atomic, self.atomic, self.fence, self.branch, self.nothing, self.both_ways, self.exchange])()
        if self.chance(0.3):
            self.data()

    def barriers(self):
        self.has.add("barrier")
        self.barrier = self.one_barrier()
        for number in range(self.count):
            self.at = self.threads[number]
            self.optional_data()
            self.data()
            self.optional_publish()
            if self.chance(0.25):
                self.has.add("barrier behind a wait")
                self.wait("f")
            around = self.chance(0.25)
            if around:
                register, label = self.register(), self.label()
                self.at.append(f"ld.atom.{self.wide()}.sc{self.references['y']} {register}, y")
                self.at.append(f"{self.pick('beq', 'bne')} {register}, {self.pick(0, 1)}, {label}")
                self.has.add("branch around a barrier")
            self.at.append(f"{self.barrier} 1")
            if around:
                self.at.append(f"{label}:")
            self.data()
            self.optional_data()

    def one_barrier(self):
        """All executions of an instance have the same operands."""
        flags = (".semav" if self.chance(0.6) else "") + (".semvis" if self.chance(0.6) else "")
        classes = self.classes()
        return f"cbar.acq_rel.{self.pick('wg', 'wg', 'dv')}{classes}{flags}" if self.chance(0.85) else "cbar.wg"

    # ---- parts ----

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def register(self):
        self.registers += 1
        return f"r{self.registers}"

    def wrong(self):
        return self.weak and self.chance(0.2)

    def wide(self):
        if self.wrong() or (self.weak and self.chance(0.05)):
            self.has.add("mixed scopes")
            return self.random.choice(SCOPES)
        return self.scope

    def classes(self):
        used = sorted(set(self.references.values()))
        if self.wrong():
            used = [self.random.choice(used)]
        return "".join(f".semsc{c}" for c in used)

    def acquire(self, likely=0.85):
        if not self.chance(likely) or self.wrong():
            return ""
        return f".acq{self.classes()}{'' if self.wrong() else '.semvis'}"

    def release(self, likely=0.85):
        if not self.chance(likely) or self.wrong():
            return ""
        return f".rel{self.classes()}{'' if self.wrong() else '.semav'}"

    def name(self):
        return self.random.choice([n for n in self.references if n in ("x", "a")] * 3 + ["y"])

    def data(self, name=None):
        """A plain access, mostly non-private."""
        name = name or self.name()
        kind = self.pick("nonpriv", "nonpriv", "nonpriv", "av") if not self.wrong() else self.pick("", "nonpriv")
        if self.chance(0.5):
            text = f"st.av.{self.wide()}" if kind == "av" else f"st.{kind}".rstrip(".")
            self.at.append(f"{text}.sc{self.references[name]} {name}, {self.pick(1, 2, 3)}")
        else:
            text = f"ld.vis.{self.wide()}" if kind == "av" else f"ld.{kind}".rstrip(".")
            self.at.append(f"{text}.sc{self.references[name]} {self.register()}, {name}")

    def read(self):
        """Mostly such that it races with nothing."""
        name, register = self.pick(self.name(), "y", "y"), self.register()
        way = ".nonpriv" if self.chance(0.3) else self.pick(".vis.", ".atom.", ".atom.", ".atom.", ".atom.") + self.wide()
        self.at.append(f"ld{way}.sc{self.references[name]} {register}, {name}")
        return register

    def optional_data(self):
        if self.chance(0.25):
            self.data()

    def optional_publish(self):
        if self.chance(0.3):
            self.publish("f", 1)

    def fence(self):
        half = self.pick("acq", "rel", "acq_rel")
        flags = (".semav" if half != "acq" and not self.wrong() else "") + (".semvis" if half != "rel" and not self.wrong() else "")
        self.at.append(f"membar.{half}.{self.wide()}{self.classes()}{flags}")

    def atomic(self):
        name = self.pick("f", "y", "f", "x")
        c, register = self.references[name], self.register()
        self.at.append(self.pick(f"st.atom{self.release(0.5)}.{self.wide()}.sc{c} {name}, {self.pick(1, 2)}",
                                 f"ld.atom{self.acquire(0.5)}.{self.wide()}.sc{c} {register}, {name}",
                                 f"rmw.atom{self.acquire(0.3)}.{self.wide()}.sc{c}.{self.pick('add', 'xchg', 'or')} {register}, {name}, 1"))

    def exchange(self):
        name, register = self.pick("f", "y"), self.register()
        self.has.add("exchange")
        self.at.append(f"rmw.atom{self.release(0.4)}.{self.wide()}.sc{self.references[name]}.xchg {register}, {name}, {self.pick(0, 1, 2)}")

    def branch(self):
        self.has.add("branch")
        register, label = self.read(), self.label()
        self.at.append(f"{self.pick('beq', 'bne', 'blt', 'bge')} {register}, {self.pick(0, 1, 2)}, {label}")
        self.random.choice([self.data, self.atomic, self.atomic, self.exchange])()
        if self.chance(0.3):
            other = self.label()
            self.at += [f"goto {other}", f"{label}:"]
            self.random.choice([self.data, self.atomic])()
            label = other
        self.at.append(f"{label}:")

    def both_ways(self, register=None, name=None):
        """A branch, both ways of which begin with the same stores; or one stores something else, or does something before."""
        self.has.add("stores on both ways")
        register, ways, out = register or self.read(), self.label(), self.label()
        names = [name] if name else self.random.sample(["x", "y"], self.pick(1, 1, 2))
        stores = [f"st.atom{self.release(0.2)}.{self.wide()}.sc{self.references[name]} {name}, {self.pick(1, 2)}" for name in names]
        self.at.append(f"{self.pick('beq', 'bne')} {register}, {self.pick(0, 1)}, {ways}")
        for end in (f"goto {out}", None):
            if end is None:
                self.at.append(f"{ways}:")
            if self.chance(0.1):
                self.atomic()
            self.at += stores if self.chance(0.9) else stores[::-1]
            if self.chance(0.3):
                self.data()
            if end:
                self.at.append(end)
        self.at.append(f"{out}:")

    def nothing(self):
        """A value that depends on a read in name alone."""
        self.has.add("dependency of nothing")
        register, sum_ = self.read(), self.register()
        self.at.append(f"{self.pick('sub', 'xor', 'sub', 'add')} {sum_}, {register}, {register}")
        self.at.append(f"add {sum_}, {sum_}, 1")
        self.at.append(f"st.atom.{self.wide()}.sc{self.references['y']} y, {sum_}")

    def publish(self, name, value):
        self.references.setdefault(name, 0)
        c = self.references[name]
        way = self.random.random()
        if way < 0.5:
            self.at.append(f"st.atom{self.release()}.{self.wide()}.sc{c} {name}, {value}")
        elif way < 0.8:
            self.at.append(f"membar.rel.{self.wide()}{self.classes()}{'' if self.wrong() else '.semav'}")
            self.at.append(f"st.atom.{self.wide()}.sc{c} {name}, {value}")
        else:
            self.at.append(f"rmw.atom{self.release()}.{self.wide()}.sc{c}.{self.pick('add', 'or', 'xchg')} {self.register()}, {name}, {value}")

    def early(self, wait):
        """Sometimes the thread ends without waiting."""
        if not self.chance(0.15):
            wait()
            return
        self.has.add("early end")
        register, label = self.register(), self.label()
        name = self.pick("f", "y")
        self.at.append(f"ld.atom.{self.wide()}.sc{self.references[name]} {register}, {name}")
        self.at.append(f"{self.pick('beq', 'bne')} {register}, 0, {label}")
        wait()
        self.ends.setdefault(id(self.at), []).append(label)

    ends = None

    def body(self, label_out):
        """What a waiting round does besides."""
        kind = self.random.random()
        if kind < 0.4:
            self.has.add("waiting round that reads")
            register = self.read()
            if self.chance(0.3):
                self.has.add("waiting round with another way out")
                self.at.append(f"beq {register}, {self.pick(2, 3, 7)}, {label_out}")
        elif kind < 0.5:
            self.has.add("waiting round that counts")
            self.at.append("add n, n, 1")
            if self.chance(0.5):
                self.at.append(f"bge n, 2, {label_out}")
        elif kind < 0.6:
            self.has.add("waiting round that writes")
            self.random.choice([self.data, self.atomic])()
        elif kind < 0.7:
            self.has.add("waiting round with a fence")
            self.fence()
        elif kind < 0.8:
            self.has.add("waiting round with a branch")
            register, label = self.read(), self.label()
            self.at.append(f"bne {register}, {self.pick(0, 1)}, {label}")
            self.data()
            self.at.append(f"{label}:")

    def wait(self, name, nested=False):
        self.has.add("waiting round")
        self.references.setdefault(name, 0)
        register, label, out = self.register(), self.label(), self.label()
        self.at.append(f"{label}:")
        if self.chance(0.35):
            self.body(out)
        if nested:
            self.has.add("nested wait")
            self.wait("f")
        c = self.references[name]
        fence = self.chance(0.2)
        acquire = "" if fence else self.acquire()
        if self.chance(0.8):
            self.at.append(f"ld.atom{acquire}.{self.wide()}.sc{c} {register}, {name}")
        else:
            self.has.add("wait by a read-modify-write that changes nothing")
            self.at.append(f"rmw.atom{acquire}.{self.wide()}.sc{c}.{self.pick('add', 'or')} {register}, {name}, 0")
        if self.chance(0.3):
            self.body(out)
        self.at.append(f"beq {register}, 0, {label}" if self.chance(0.9) else f"bne {register}, 1, {label}")
        self.at.append(f"{out}:")
        if fence:
            self.at.append(f"membar.acq.{self.wide()}{self.classes()}{'' if self.wrong() else '.semvis'}")

    def critical(self):
        name = self.name()
        if self.chance(0.5):
            register, sum_ = self.register(), self.register()
            self.at += [f"ld.nonpriv.sc{self.references[name]} {register}, {name}", f"add {sum_}, {register}, 1",
                        f"st.nonpriv.sc{self.references[name]} {name}, {sum_}"]
        else:
            self.data(name)

    def exchange_lock(self):
        self.has |= {"exchange as lock", "waiting round"}
        c, register, label, out = self.references["f"], self.register(), self.label(), self.label()
        self.at.append(f"{label}:")
        self.at.append(f"rmw.atom{self.acquire(0.95)}.{self.wide()}.sc{c}.{self.pick('xchg', 'xchg', 'or')} {register}, f, 1")
        if self.chance(0.3):
            self.has.add("failed exchange with a body")
            self.body(out)
        self.at.append(f"bne {register}, 0, {label}")
        self.critical()
        self.at.append(f"st.atom{self.release(0.95)}.{self.wide()}.sc{c} f, 0" if self.chance(0.7) else
                       f"rmw.atom{self.release(0.95)}.{self.wide()}.sc{c}.{self.pick('xchg', 'and')} {self.register()}, f, 0")
        self.at.append(f"{out}:")

    def test_and_set(self):
        self.has |= {"exchange as lock", "nested wait", "waiting round"}
        c, seen, register, label, inner, out = self.references["f"], self.register(), self.register(), self.label(), self.label(), self.label()
        self.at += [f"{label}:", f"{inner}:", f"ld.atom.{self.wide()}.sc{c} {seen}, f"]
        if self.chance(0.25):
            self.body(out)
        self.at += [f"bne {seen}, 0, {inner}", f"rmw.atom{self.acquire(0.95)}.{self.wide()}.sc{c}.xchg {register}, f, 1",
                    f"bne {register}, 0, {label}"]
        self.critical()
        self.at += [f"st.atom{self.release(0.95)}.{self.wide()}.sc{c} f, 0", f"{out}:"]

    def ticket_lock(self):
        self.has |= {"ticket lock", "waiting round"}
        self.references.setdefault("t", self.references["f"])
        c, mine, now, label, out = self.references["f"], self.register(), self.register(), self.label(), self.label()
        self.at += [f"rmw.atom.{self.wide()}.sc{self.references['t']}.add {mine}, t, 1", f"{label}:",
                    f"ld.atom{self.acquire(0.95)}.{self.wide()}.sc{c} {now}, f"]
        if self.chance(0.25):
            self.body(out)
        self.at.append(f"bne {now}, {mine}, {label}")
        self.critical()
        self.at += [f"rmw.atom{self.release(0.95)}.{self.wide()}.sc{c}.add {self.register()}, f, 1", f"{out}:"]

    def add_zero(self):
        """A message of the one, waited for by the other with a read-modify-write."""
        if self.at is self.threads[0]:
            self.data()
            self.publish("f", 1)
        else:
            self.wait("f")
            self.critical()

    # ---- text ----

    def text(self):
        for thread in self.threads:
            for label in (self.ends or {}).get(id(thread), []):
                thread.append(f"{label}:")
            while thread and thread[-1].endswith(":") and not any(thread[-1][:-1] in line.split()[-1:] for line in thread[:-1]):
                thread.pop()
        rows = max(map(len, self.threads))
        width = [max([len(line) for line in thread] + [24]) for thread in self.threads]
        cells = [f"P{n}@{place}" for n, place in enumerate(self.places)]
        lines = ["Vulkan random", "{"] + [f"{name} = 0;" for name in self.references if name not in self.aliases]
        lines += [f"{alias} aliases {name};" for alias, name in self.aliases.items()] + ["}"]
        for row in [cells] + [[thread[at] if at < len(thread) else "" for thread in self.threads] for at in range(rows)]:
            lines.append(" | ".join(f" {cell:{w}}" for cell, w in zip(row, width)) + " ;")
        return "\n".join(lines + ["exists (x == 7)", ""])


def generate(seed):
    generator = Generator(seed)
    generator.ends = {}
    return generator.program(), sorted(generator.has)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    contents = {}
    for number in range(count):
        text, has = generate(f"{seed}-{number}")
        (folder / f"{seed}-{number}.litmus").write_text(text)
        contents[f"{seed}-{number}.litmus"] = has
    (folder / "contents.json").write_text(json.dumps(contents))


if __name__ == "__main__":
    main()
