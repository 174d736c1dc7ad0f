"""Shells of shaders whose workgroup works together: task (amdgpu_cs), mesh (amdgpu_gs), tessellation control (amdgpu_hs)."""
import math

from memory import load_variable, shared, to_memory
from primitives import LANE_ARGUMENTS, OFF_CHIP, PATCH_BYTES, RING, VERTEX_BYTES, VERTICES, Primitives, ring_offset

LOCAL_SIZE, LOCAL_SIZE_ID, OUTPUT_VERTICES = 17, 38, 26  # execution modes
INDICES = {"PrimitivePointIndicesEXT": 1, "PrimitiveLineIndicesEXT": 2, "PrimitiveTriangleIndicesEXT": 3, "PrimitiveIndicesNV": 3}
COUNTS = "ptr addrspace(3) %counts"
TASK_RING = 1112
FACTORS = ["TessLevelOuter", "TessLevelInner"]


class Workgroup(Primitives):
    """A lane's numbers are packed into a register, ten bits for each of the three."""

    def give(self, f, row):
        if row.builtin == "LocalInvocationId":
            return f.vector(row.type, self.local(f))
        if row.builtin == "WorkgroupId":
            return f.vector(row.type, ["%group.x", "%group.y", "%group.z"])
        return self.body.state(f, "%table", row)

    @property
    def size(self):
        return self.body.modes.get(LOCAL_SIZE) or self.body.modes.get(LOCAL_SIZE_ID) or [1, 1, 1]

    @staticmethod
    def local(f):
        return [f.call("i32", "llvm.amdgcn.ubfe.i32", ["i32 %local", "i32 %d" % (10 * i), "i32 10"]) for i in range(3)]

    def index(self, f):
        """The number of the lane in its workgroup."""
        x, y, z = self.local(f)
        size = self.size
        row = f.op("add i32 %s, %s" % (y, f.op("mul i32 %s, %d" % (z, size[1]))))
        return f.op("add i32 %s, %s" % (x, f.op("mul i32 %s, %d" % (row, size[0]))))


class Task(Workgroup):
    STATE = ["ptr addrspace(1) %tasks", "i32 %index"]

    def write(self):
        self.module.lanes = math.prod(self.size)
        parameters = [LANE_ARGUMENTS[0], *LANE_ARGUMENTS[3:], "i32 %local"]
        f = self.module.function("define amdgpu_cs void @shell(%s) #0" % ", ".join(parameters))
        f.do("%%tasks = load ptr addrspace(1), ptr addrspace(4) %s, align 8, !invariant.load !0" % f.at("%table", 4, TASK_RING))
        f.do("%%index = add i32 %s, 0" % self.index(f))
        self.body.call(f, "%table", lambda row: self.give(f, row))
        f.do("ret void")
        self.module.close()

    def define(self, name, result, parameters):
        """The first lane tells how many mesh workgroups there are, once all have come here."""
        f = self.module.function("define amdgpu_gfx void @%s(%s) alwaysinline #0" % (name, ", ".join(self.STATE + parameters)))
        self.barrier(f)
        self.only(f, f.op("icmp eq i32 %index, 0"), "first")
        for i in range(3):
            f.store("i32", "%%p%d" % i, f.at("%tasks", 1, 4 * i), 1)
        f.do("store atomic i32 1, ptr addrspace(1) %s syncscope(\"agent\") release, align 4" % f.at("%tasks", 1, 12))
        self.done(f, "first")
        f.do("ret void")
        self.module.close()
        return self.STATE


class Mesh(Workgroup):
    def write(self):
        self.module.lanes = max(math.prod(self.size), self.body.modes[OUTPUT_VERTICES][0])
        f = self.begin(["i32 %local"])
        memories, places = self.body.memories(), {}
        for position, rows in memories.items():
            places[position] = shared(self.module, "memory.%d" % position, self.body.bytes_of(rows))
        counts = shared(self.module, "counts", 8)
        self.body.call(f, "%table", lambda row: self.give(f, row),
                       lambda position, rows: "ptr addrspace(3) inreg %s" % places[position])
        self.barrier(f)
        index = self.index(f)
        vertices, primitives = self.counts(f, counts, places)
        self.allocate(f, f.op("or i32 %s, %s" % (vertices, f.op("shl i32 %s, 12" % primitives))))
        self.only(f, f.op("icmp ult i32 %s, %s" % (index, primitives)), "connect")
        self.connect(f, index, places)
        self.done(f, "connect")
        self.only(f, f.op("icmp ult i32 %s, %s" % (index, vertices)), "vertex")
        self.export_vertex(f, [(row, self.reader(f, row, index, places[row.position])) for row in self.body.outputs
                               if row.fields["vertices"] and not row.has("perprimitive") and row.builtin not in INDICES], index)
        self.done(f, "vertex")
        f.do("ret void")
        self.module.close()

    def counts(self, f, counts, places):
        """Numbers of vertices and primitives: NVIDIA's shaders have all vertices, and an output with the other."""
        for row in self.body.outputs:
            if row.builtin == "PrimitiveCountNV":
                return str(self.body.modes[OUTPUT_VERTICES][0]), f.load("i32", f.at(places[row.position], 3, row.memory["offset"]), 3)
        return f.load("i32", counts, 3), f.load("i32", f.at(counts, 3, 4), 3)

    @staticmethod
    def reader(f, row, index, place):
        """A function for export_vertex: an element of the vertex `index`."""
        def floats(at):
            inside = row.address((0, *at[1:]))
            element = f.at(f.at(place, 3, inside), 3, f.op("mul i32 %s, %d" % (index, row.memory["vertex_stride"])))
            return f.to_floats(row.type, load_variable(f, row.type, element, 3)) if at[0] == 0 else []
        return floats

    def connect(self, f, index, places):
        for row in self.body.outputs:
            if row.builtin not in INDICES:
                continue
            count = INDICES[row.builtin]
            stride = row.memory["vertex_stride"] or 4 * count
            first = f.at(f.at(places[row.position], 3, row.memory["offset"]), 3, f.op("mul i32 %s, %d" % (index, stride)))
            packed = "0"
            for i in range(count):
                vertex = f.load("i32", f.at(first, 3, 4 * i), 3)
                packed = f.op("or i32 %s, %s" % (packed, f.op("shl i32 %s, %d" % (vertex, 10 * i))))
            self.export_primitive(f, packed)
        for row in self.body.outputs:
            if row.has("perprimitive") and row.fields["vertices"]:
                ring = f.at(self.pointer(f, RING + 8), 1, f.op("mul i32 %s, %d" % (index, VERTEX_BYTES)))
                for place in row.type.places():
                    for i, value in enumerate(self.reader(f, row, index, places[row.position])(place)):
                        f.store("float", value, f.at(ring, 1, ring_offset(row, place[1:]) + 4 * i), 1)

    def define(self, name, result, parameters):
        f = self.module.function("define amdgpu_gfx void @%s(%s) alwaysinline #0" % (name, ", ".join([COUNTS] + parameters)))
        f.store("i32", "%p0", "%counts", 3)
        f.store("i32", "%p1", f.at("%counts", 3, 4), 3)
        f.do("ret void")
        self.module.close()
        return ["ptr addrspace(3) @counts"]


class Control(Workgroup):
    """A patch is a workgroup. Vertices come from memory, and those that it makes go there with what the patch has."""

    def give(self, f, row):
        if row.builtin == "InvocationId":
            return "%invocation"
        if row.builtin == "PrimitiveId":
            return "%patch"
        return self.body.state(f, "%table", row)

    def write(self):
        f = self.module.function("define amdgpu_hs void @shell(%s, i32 inreg %%patch.vertices, i32 %%patch, i32 %%ids) #0" %
                                 LANE_ARGUMENTS[0])
        f.do("%invocation = lshr i32 %ids, 8")
        places = {position: shared(self.module, "memory.%d" % position, self.body.bytes_of(rows))
                  for position, rows in self.body.memories().items()}
        f.do("%%of.vertices = getelementptr i8, ptr addrspace(1) %s, i32 %s" % (
            self.pointer(f, VERTICES), f.op("mul i32 %%patch, %d" % PATCH_BYTES)))
        self.body.call(f, "%table", lambda row: self.give(f, row),
                       lambda position, rows: "ptr addrspace(3) %s" % places[position])
        self.barrier(f)
        target = f.at(self.pointer(f, OFF_CHIP), 1, f.op("mul i32 %%patch, %d" % PATCH_BYTES))
        self.keep_vertex(f, [row for row in self.body.outputs if row.memory and row.fields["vertices"]], places, target)
        self.only(f, f.op("icmp eq i32 %invocation, 0"), "whole")
        self.finish(f, places, target)
        self.done(f, "whole")
        f.do("ret void")
        self.module.close()

    @staticmethod
    def keep_vertex(f, rows, places, memory):
        """The values of this invocation's vertex, to memory."""
        vertex = f.at(memory, 1, f.op("mul i32 %s, %d" % (f.op("add i32 %invocation, 1"), VERTEX_BYTES)))
        for row in rows:
            own = f.at(places[row.position], 3, f.op("mul i32 %%invocation, %d" % row.memory["vertex_stride"]))
            for place in row.type.places():
                if place[0]:
                    continue
                element, offset = f.at(own, 3, row.address(place)), ring_offset(row, place[1:])
                to_memory(f, row.type, load_variable(f, row.type, element, 3), vertex, 1, offset)

    def finish(self, f, places, target):
        """What the patch has, and its levels, which the tessellator reads from a ring."""
        factors = f.at(self.pointer(f, RING), 1, f.op("mul i32 %patch, 24"))
        for row in self.body.outputs:
            if not row.memory or row.fields["vertices"]:
                continue
            for place in row.type.places():
                value = load_variable(f, row.type, f.at(places[row.position], 3, row.address(place)), 3)
                to_memory(f, row.type, value, target, 1, ring_offset(row, place))
                if row.builtin in FACTORS:
                    f.store("float", value, f.at(factors, 1, 16 * FACTORS.index(row.builtin) + 4 * place[0]), 1)
