"""Random shaders (modules.py) of what litmus text cannot say: failing compare-exchanges, control barriers under branches and in loops, images and
shared memory beside buffers, early returns, waits inside waits."""

import random

import modules

SCOPES = ["device", "workgroup", "subgroup", "queue_family"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.has, self.registers = set(), 0

    def chance(self, likely):
        return self.random.random() < likely

    def pick(self, *choices):
        return self.random.choice(choices)

    def wrong(self):
        return self.weak and self.chance(0.15)

    def register(self):
        self.registers += 1
        return f"r{self.registers}"

    def shader(self):
        self.weak = self.chance(0.35)
        self.data = self.pick("x", "x", "x", "s", "m")
        self.flag = self.pick("f", "f", "f", "s" if self.data != "s" else "f")
        self.has |= {"image"} if self.data == "m" else set()
        self.has |= {"shared memory"} if "s" in (self.data, self.flag) else set()
        uniform = self.chance(0.5)
        shape = self.pick((1, 2, 1), (2, 1, 1), (1, 2, 1), (1, 3, 1)) if uniform else self.pick((1, 2, 1), (2, 1, 1), (1, 1, 2), (1, 1, 2), (1, 1, 3), (1, 3, 1))
        if shape[2] > 1 and "s" in (self.data, self.flag):
            self.data, self.flag = "x", "f"
        self.wide = "device" if shape[2] > 1 or self.chance(0.5) else "workgroup"
        self.count = shape[0] * shape[1] * shape[2]
        body = self.phases() if uniform else self.roles()
        observed = [f"r{number + 1}" for number in range(min(self.registers, 4))]
        return modules.Shader(*shape, body, observed)

    # ---- words ----

    def scope(self):
        if self.wrong():
            self.has.add("mixed scopes")
            return self.random.choice(SCOPES)
        return self.wide

    def order(self, *words):
        if self.wrong():
            return set()
        classes = {modules.VARIABLES[self.data], modules.VARIABLES[self.flag]}
        if self.wrong():
            classes = {self.random.choice(sorted(classes))}
        own = set(words) - ({self.random.choice(["available", "visible"])} if self.wrong() else set())
        return own | classes

    def acquire(self):
        return self.order("acquire", "visible")

    def release(self):
        return self.order("release", "available")

    def both(self):
        return self.order("acquire", "release", "available", "visible")

    def if_not(self, order, likely):
        """With what it orders when the compare-exchange fails: the same storage classes, or nothing."""
        return order, order - {"release", "available"} if self.chance(likely) and "acquire" in order else set()

    def access(self):
        return "private" if self.wrong() else self.scope() if self.chance(0.2) else "nonprivate"

    # ---- statements ----

    def load(self, variable=None):
        return [("load", self.register(), variable or self.data, self.access())]

    def store(self, variable=None):
        return [("store", variable or self.data, self.pick(1, 2, "me"), self.access())]

    def plain(self):
        return self.load() if self.chance(0.5) else self.store()

    def glance(self):
        """An atomic read, which races with little."""
        return [("read", self.register(), self.pick("y", self.flag), self.wide, self.acquire() if self.chance(0.3) else set())]

    def publish(self, value=1):
        kind = self.random.random()
        if kind < 0.5:
            return [("write", self.flag, value, self.scope(), self.release())]
        if kind < 0.75:
            return [("fence", self.scope(), self.release() or {"release", 0}), ("write", self.flag, value, self.scope(), set())]
        return [("modify", self.pick("add", "xchg", "or"), self.register(), self.flag, value, self.scope(), self.release())]

    def body(self):
        """What a waiting round does besides."""
        kind = self.random.random()
        if kind < 0.3:
            self.has.add("waiting round that reads")
            return self.load() if self.chance(0.5) else self.glance()
        if kind < 0.4:
            self.has.add("waiting round with another way out")
            found = self.glance() if self.chance(0.6) else self.load()
            return found + [("break", ("eq", found[-1][1], self.pick(2, 3)))]
        if kind < 0.5:
            self.has.add("waiting round that counts")
            return [("set", "n", "add", "n", 1), ("break", ("uge", "n", 2))]
        if kind < 0.6:
            self.has.add("waiting round that writes")
            return [("modify", "add", self.register(), "y", 1, self.wide, set())] if self.chance(0.5) else self.store("y")
        if kind < 0.7:
            self.has.add("waiting round with a branch")
            found = self.glance()
            return found + [("if", ("ne", found[-1][1], 0), self.plain(), [])]
        return []

    def wait(self, value=None):
        self.has.add("waiting round")
        register = self.register()
        before, behind = (self.body() if self.chance(0.3) else [] for _ in range(2))
        inner = []
        if self.chance(0.08):
            self.has.add("nested wait")
            inner = [("loop", [("read", (other := self.register()), "f", self.wide, set()), ("break", ("ne", other, 0))])]
        kind, fence = self.random.random(), []
        if kind < 0.4:
            read = ("read", register, self.flag, self.scope(), self.acquire())
        elif kind < 0.55:
            read = ("read", register, self.flag, self.scope(), set())
            fence = [("fence", self.scope(), self.acquire() or {"acquire", 0})]
        elif kind < 0.7:
            self.has.add("wait by a read-modify-write that changes nothing")
            read = ("modify", self.pick("add", "or"), register, self.flag, 0, self.scope(), self.acquire())
        else:
            self.has.add("wait by a compare-exchange that fails")
            read = ("compare", register, self.flag, 1, self.pick(1, 2), self.scope(), *self.if_not(self.acquire(), 0.3))
            return [("loop", before + inner + [read] + behind + [("break", ("eq", register, 1))])]
        return [("loop", before + inner + [read] + behind + [("break", ("ne", register, 0))])] + fence

    def critical(self):
        if self.chance(0.6):
            register, sum_ = self.register(), self.register()
            return [("load", register, self.data, "nonprivate"), ("set", sum_, "add", register, 1), ("store", self.data, sum_, "nonprivate")]
        return self.plain()

    def lock(self):
        self.has.add("waiting round")
        register, body = self.register(), self.body() if self.chance(0.3) else []
        if self.chance(0.5):
            self.has.add("exchange as lock")
            take = ("modify", self.pick("xchg", "xchg", "or"), register, self.flag, 1, self.scope(), self.acquire())
        else:
            self.has.add("compare-exchange as lock")
            take = ("compare", register, self.flag, 0, 1, self.scope(), *self.if_not(self.acquire(), 0.2))
        if body:
            self.has.add("failing lock with a body")
        rounds = [take, ("break", ("eq", register, 0))] + body
        if self.chance(0.25):
            self.has.add("nested wait")
            seen = self.register()
            rounds = [("loop", [("read", seen, self.flag, self.wide, set()), ("break", ("eq", seen, 0))])] + rounds
        free = ("write", self.flag, 0, self.scope(), self.release())
        if self.chance(0.3):
            free = ("modify", "xchg", self.register(), self.flag, 0, self.scope(), self.release())
        return [("loop", rounds)] + self.critical() + [free]

    def exchange_once(self):
        """One attempt, which may fail."""
        self.has.add("compare-exchange that may fail")
        register = self.register()
        self.last = register
        attempt = ("compare", register, self.flag, self.pick(0, 0, 1), self.pick(1, 2), self.scope(), *self.if_not(self.both(), 0.5))
        return [attempt, ("if", ("eq", register, attempt[3]), self.plain(), self.plain() if self.chance(0.3) else [])]

    def early(self):
        self.has.add("early return")
        found = self.glance()
        return found + [("if", (self.pick("eq", "ne"), found[-1][1], self.pick(0, 1)), [("return",)], [])]

    # ---- shapes ----

    def roles(self):
        """Other code for each invocation."""
        kind = self.pick("message", "message", "lock", "lock", "pieces")
        parts = []
        for number in range(self.count):
            if kind == "lock":
                part = self.lock() if number < 2 else self.plain() if self.wrong() else self.glance()
            elif kind == "message":
                part = self.store() + self.publish() if number == 0 else self.wait() + self.plain()
                if number == 1 and self.count == 3 and self.chance(0.5):
                    part += self.publish(2)
            else:
                part = self.exchange_once() + (self.publish() if self.chance(0.3) else self.glance())
            if self.chance(0.15):
                part = self.early() + part
            parts.append(part)
        body = parts[-1]
        for number in reversed(range(self.count - 1)):
            body = [("if", ("eq", "me", number), parts[number], body)]
        if self.chance(0.2):
            body += self.barrier() + self.load()
        return body

    def barrier(self):
        self.has.add("barrier")
        order = self.both() if self.chance(0.9) else set()
        order = order if {"acquire", "release"} <= order else set()
        scope = self.scope() if order else "workgroup"
        return [("barrier", scope if scope != "subgroup" else "workgroup", order)]

    def own(self, statements):
        return [("if", ("eq", "me", self.random.randrange(self.count)), statements, [])]

    def phases(self):
        """One code for all, in phases."""
        body = self.own(self.store())
        for _ in range(self.pick(1, 1, 2)):
            body += self.random.choice([self.barrier, self.barrier, self.barrier_in_branch, self.barrier_in_loop, self.barrier_behind_wait])()
            body += self.pick(self.load, self.load, lambda: self.own(self.plain()), lambda: self.own(self.publish()), self.glance)()
        if self.chance(0.15):
            body = self.early() + body
        return body

    def barrier_in_branch(self):
        self.has.add("barrier under a branch")
        kind = self.random.random()
        if kind < 0.35: # which all take alike
            found = [("set", (register := self.register()), "mul", "me", 0)]
        elif kind < 0.7:
            found = self.glance()
            register = found[-1][1]
        else:
            found, register = [], "me"
        otherwise = self.barrier() + self.glance() if self.chance(0.4) else []
        return found + [("if", (self.pick("eq", "ne"), register, self.pick(0, 1)), self.barrier() + self.glance(), otherwise)]

    def barrier_in_loop(self):
        self.has.add("barrier in a loop")
        counter = self.register()
        inner = self.barrier() + (self.load() if self.chance(0.5) else self.own(self.glance()))
        way_out = [("break", ("uge", counter, 2))]
        if self.chance(0.3):
            found = self.glance()
            way_out = found + [("break", ("ne", found[-1][1], 0))] + way_out
        return [("loop", [("set", counter, "add", counter, 1)] + (way_out + inner if self.chance(0.5) else inner + way_out))]

    def barrier_behind_wait(self):
        self.has.add("barrier behind a wait")
        return [("if", ("eq", "me", 0), self.publish() if self.chance(0.8) else [], self.wait())] + self.barrier()


def generate(seed):
    generator = Generator(seed)
    shader = generator.shader()
    return shader, sorted(generator.has)
