"""The translated function as its shell sees it: the parameters that it wants, by position, and what it gives."""
from writer import POINTER, Type

RESOURCES = {  # kind: (address space, whether the pointer is the same in all lanes)
    "storage_buffer": (1, True), "task_payload": (1, True), "ray_payload": (5, False), "hit_attribute": (5, False),
    "callable_data": (5, False), "shader_record": (4, False),
}
TABLE_ENTRY, STATE = 8, 2048  # bytes of a resource's pointer; where values of the whole draw begin


class Row:
    """A row of the interface."""

    def __init__(self, fields):
        self.fields = fields
        self.memory = fields["memory"]
        self.loaded = fields["direction"] == "input" and fields["vertices"]  # by smmra.load.vertex: it is no parameter
        vertices = None if self.loaded else fields["vertices"]
        self.type = Type(fields["type"], vertices, fields["array_length"])

    def __getattr__(self, name):
        return self.fields[name]

    def has(self, decoration):
        return decoration in self.fields["decorations"]

    def address(self, place):
        """In its memory, in bytes: of the element at the indexes `place`."""
        at, place = self.memory["offset"], list(place)
        if self.fields["vertices"]:
            at += self.memory["vertex_stride"] * place.pop(0)
        return at + (self.type.bytes * place[0] if place else 0)


class Body:
    """An entry point of the translation, from the answer of `spirv-mmra --json`."""

    def __init__(self, entry):
        self.model, self.function, self.resources = entry["model"], entry["function"], entry["resources"]
        self.modes = {mode["mode"]: mode["operands"] for mode in entry["modes"]}
        rows = [Row(fields) for fields in entry["interface"]]
        self.inputs = [row for row in rows if row.direction == "input"]
        self.outputs = [row for row in rows if row.direction == "output"]

    @property
    def values(self):
        """The outputs that the function returns, or emits."""
        return sorted((row for row in self.outputs if not row.memory), key=lambda row: row.position)

    def memories(self):
        """Maps the position of each parameter that is the memory of a variable to the rows that lie there."""
        found = {}
        for row in self.outputs:
            if row.memory:
                found.setdefault(row.position, []).append(row)
        return found

    @staticmethod
    def bytes_of(rows):
        return max(row.address(row.type.places()[-1]) + row.type.bytes for row in rows) + 15 & ~15

    @property
    def result(self):
        emits = self.model == "Geometry" or not self.values
        return "void" if emits else "{ %s }" % ", ".join(row.type.text for row in self.values)

    def call(self, f, table, give, memory=None):
        """Calls the function. `give(row)` makes an input's value, `memory(position, rows)` a text of the type and value of a
        pointer, `memory(position, resource)` the same of memory that belongs to the lane. Returns the result's name."""
        arguments = {}
        for resource in self.resources:
            arguments[resource["parameter"]] = self.resource(f, table, resource, memory)
        for position, rows in self.memories().items():
            arguments[position] = memory(position, rows)
        for row in self.inputs:
            if not row.loaded:
                arguments[row.position] = "%s %s" % (row.type.text, give(row))
        return f.call(self.result, '"%s"' % escaped(self.function), [arguments[i] for i in sorted(arguments)], "amdgpu_gfx ")

    def resource(self, f, table, resource, memory):
        entry = f.at(table, 4, TABLE_ENTRY * resource["parameter"])
        if resource["kind"] == "byte_size":
            return "i64 inreg %s" % f.load("i64", entry, 4, 8)
        space, uniform = RESOURCES.get(resource["kind"], (4, True))
        if space == 5:
            return memory(resource["parameter"], resource)
        pointer = f.op("load %s, ptr addrspace(4) %s, align 8, !invariant.load !0" % (POINTER[space], entry))
        return "%s%s %s" % (POINTER[space], " inreg" if uniform else "", pointer)

    def state(self, f, table, row):
        """An input that is the same for the whole draw, from memory."""
        place = f.at(table, 4, STATE + 64 * row.position)

        def element(indexes):
            index = row.type.places().index(indexes)
            words = [f.load("i32", f.at(place, 4, 4 * (row.type.words * index + i)), 4) for i in range(row.type.words)]
            return f.from_words(row.type, words)
        return f.aggregate(row.type, element)

    def results(self, f, result):
        """Pairs of a row and its value, of what the function returned."""
        return [(row, f.op("extractvalue %s %s, %d" % (self.result, result, i))) for i, row in enumerate(self.values)]


def escaped(name):
    """A name between quotation marks, as LLVM reads it."""
    return "".join(c if " " <= c <= "~" and c not in '"\\' else "".join("\\%02X" % byte for byte in c.encode()) for c in name)
