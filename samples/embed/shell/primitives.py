"""Shells of primitive shaders, amdgpu_gs on gfx11: vertices, evaluated patches, geometry and meshes all end in the same exports.

The hardware starts a workgroup for some primitives and numbers the vertices in it; %counts has the numbers of the wave. Values that
go on to the pixel shader are stored to a ring in memory, 1,024 bytes for each vertex."""
from memory import from_memory
from writer import Type

ALLOCATE, PRIMITIVE_TARGET, POSITION_TARGET, TRIANGLE_MODE = 9, 20, 12, 22
VERTEX_BYTES, BUILTIN_SLOT, PATCH_BYTES = 1024, 48, 65536
RING, VERTICES, OFF_CHIP, EMITTED = 1024, 1088, 1096, 1104  # offsets of pointers in the table
MISCELLANEOUS = ["PointSize", "PrimitiveShadingRateKHR", "Layer", "ViewportIndex"]  # channels of the second position
DISTANCES = ["ClipDistance", "CullDistance"]
BUILTIN_SLOTS = {"Position": 0, "PointSize": 1, "ClipDistance": 3, "CullDistance": 4, "PrimitiveId": 7, "Layer": 9, "ViewportIndex": 10,
                 "PrimitiveShadingRateKHR": 11, "CullPrimitiveEXT": 12}  # those that a vertex has are SPIR-V's numbers
OTHER_BUILTINS = 13
LANE_ARGUMENTS = ["ptr addrspace(4) inreg %table", "i32 inreg %counts", "i32 inreg %total", "i32 inreg %group.x",
                  "i32 inreg %group.y", "i32 inreg %group.z"]


def ring_offset(row, place=()):
    """In bytes from its vertex: the slot of its Location, those of built-ins behind them."""
    if row.builtin is None:
        return 16 * (row.location % BUILTIN_SLOT) + 4 * row.component
    return 16 * (BUILTIN_SLOT + BUILTIN_SLOTS.get(row.builtin, OTHER_BUILTINS)) + 4 * (place[-1] if place else 0)


class Primitives:
    """The exports that these shells have in common, and the inputs from vertices in memory."""

    def __init__(self, module, body):
        self.module, self.body = module, body

    def begin(self, lane_values):
        f = self.module.function("define amdgpu_gs void @shell(%s) #0" % ", ".join(LANE_ARGUMENTS + lane_values))
        self.lane = f.call("i32", "llvm.amdgcn.mbcnt.lo", ["i32 -1", "i32 0"])
        return f

    def pointer(self, f, place, space=1):
        return f.op("load ptr addrspace(%d), ptr addrspace(4) %s, align 8, !invariant.load !0" % (space, f.at("%table", 4, place)))

    @staticmethod
    def only(f, condition, name):
        """What follows runs where the condition holds, up to `f.label(name + ".done")`."""
        f.do("br i1 %s, label %%%s, label %%%s.done" % (condition, name, name))
        f.label(name)

    @staticmethod
    def done(f, name):
        f.do("br label %%%s.done" % name)
        f.label(name + ".done")

    def allocate(self, f, total):
        f.call("void", "llvm.amdgcn.s.sendmsg", ["i32 immarg %d" % ALLOCATE, "i32 " + total])

    @staticmethod
    def export(f, target, channels, done):
        """`channels` maps a channel to a float; the others are not exported."""
        enabled = sum(1 << channel for channel in channels)
        f.call("void", "llvm.amdgcn.exp.f32", ["i32 immarg %d" % target, "i32 immarg %d" % enabled] +
               ["float %s" % channels.get(i, "poison") for i in range(4)] + ["i1 immarg " + ("true" if done else "false"), "i1 immarg false"])

    @staticmethod
    def export_primitive(f, indices):
        f.call("void", "llvm.amdgcn.exp.i32", ["i32 immarg %d" % PRIMITIVE_TARGET, "i32 immarg 1", "i32 " + indices] +
               ["i32 poison"] * 3 + ["i1 immarg true", "i1 immarg false"])

    def export_vertex(self, f, given, vertex):
        """`given` are pairs of a row of the outputs and a function that gives an element's words as floats."""
        positions = {0: {i: "0.0" for i in range(4)}}
        ring = f.at(self.pointer(f, RING), 1, f.op("mul i32 %s, %d" % (vertex, VERTEX_BYTES)))
        distances = 0
        for row, floats in given:
            for place in row.type.places():
                values = floats(place)
                if not values:  # it belongs to another vertex
                    continue
                if row.builtin == "Position":
                    positions[0] = dict(enumerate(values))
                elif row.builtin in MISCELLANEOUS:
                    positions.setdefault(1, {})[MISCELLANEOUS.index(row.builtin)] = values[0]
                elif row.builtin in DISTANCES:
                    if distances < 8:
                        positions.setdefault(2 + distances // 4, {})[distances % 4] = values[0]
                    distances += 1
                for i, value in enumerate(values):
                    f.store("float", value, f.at(ring, 1, ring_offset(row, place) + 4 * i), 1)
        f.do('fence syncscope("agent") release')
        ordered = sorted(positions.items())
        for number, (target, channels) in enumerate(ordered):
            self.export(f, POSITION_TARGET + number, channels, number == len(ordered) - 1)

    def returned(self, f, result):
        """The outputs that the function returned, for export_vertex."""
        return [(row, lambda place, row=row, value=value: f.to_floats(row.type, f.element(row.type, value, place)))
                for row, value in (self.body.results(f, result) if self.body.values else [])]

    @staticmethod
    def barrier(f):
        """llc makes a barrier of the wave of one of a workgroup that fits a wave, but not if it has a convergence token."""
        one_wave = not f.module.lanes or f.module.lanes <= (64 if f.module.wave64 else 32)
        f.do('fence syncscope("workgroup") release')
        f.call("void", "llvm.amdgcn.wave.barrier" if one_wave else "llvm.amdgcn.s.barrier", [])
        f.do('fence syncscope("workgroup") acquire')

    def define(self, name, result, parameters):
        if not name.startswith("smmra.load.vertex."):
            raise NotImplementedError("the shell has no " + name)
        self.load_vertex(name, result)
        return ["ptr addrspace(1) %of.vertices"]

    def load_vertex(self, name, result):
        """A per-vertex input, from where the vertices of the primitive lie one after the other."""
        f = self.module.function("define amdgpu_gfx %s @%s(ptr addrspace(1) %%of.vertices, i32 %%p0, i32 %%p1, i32 %%p2) alwaysinline #0" %
                                 (result, name))
        slot = "%p0"
        if ".builtin." in name:
            slot = f.op("add i32 %s, %d" % (f.call("i32", "llvm.umin.i32", ["i32 %p0", "i32 %d" % OTHER_BUILTINS]), BUILTIN_SLOT))
        vertex = f.at("%of.vertices", 1, f.op("mul i32 %%p2, %d" % VERTEX_BYTES))
        element = f.at(f.at(vertex, 1, f.op("shl i32 %s, 4" % slot)), 1, f.op("shl i32 %p1, 2"))
        f.do("ret %s %s" % (result, from_memory(f, Type.of(result), element, 1, 0)))
        self.module.close()


class Vertex(Primitives):
    lanes = ["i32 %primitive", "i32 %id", "i32 %instance"]

    def give(self, f, row):
        if row.builtin == "VertexIndex":
            return "%id"
        if row.builtin == "InstanceIndex":
            return "%instance"
        if row.builtin is not None:
            return self.body.state(f, "%table", row)
        vertex = f.at(self.pointer(f, VERTICES), 1, f.op("mul i32 %%id, %d" % VERTEX_BYTES))
        return f.aggregate(row.type, lambda at: from_memory(f, row.type, vertex, 1, ring_offset(row)))

    def begin_shading(self, f):
        pass

    def write(self):
        f = self.begin(self.lanes)
        self.allocate(f, "%total")
        primitives = f.op("and i32 %s, 255" % f.op("lshr i32 %counts, 8"))
        vertices = f.op("and i32 %counts, 255")
        self.only(f, f.op("icmp ult i32 %s, %s" % (self.lane, primitives)), "connect")
        self.export_primitive(f, "%primitive")
        self.done(f, "connect")
        self.only(f, f.op("icmp ult i32 %s, %s" % (self.lane, vertices)), "shade")
        self.begin_shading(f)
        result = self.body.call(f, "%table", lambda row: self.give(f, row))
        self.export_vertex(f, self.returned(f, result), self.lane)
        self.done(f, "shade")
        f.do("ret void")
        self.module.close()


class Evaluation(Vertex):
    lanes = ["i32 %primitive", "float %u", "float %v", "i32 %patch"]

    def give(self, f, row):
        if row.builtin == "TessCoord":
            rest = "0.0"
            if TRIANGLE_MODE in self.body.modes:
                rest = f.op("fsub float 1.0, %s" % f.op("fadd float %u, %v"))
            return f.vector(row.type, ["%u", "%v", rest])
        if row.builtin == "PrimitiveId":
            return "%patch"
        if row.builtin == "PatchVertices":
            return self.body.state(f, "%table", row)
        patch = self.patch(f)
        return f.aggregate(row.type, lambda at: from_memory(f, row.type, patch, 1, ring_offset(row, at)))

    def begin_shading(self, f):
        f.do("%%of.vertices = getelementptr i8, ptr addrspace(1) %s, i32 %d" % (self.patch(f), VERTEX_BYTES))

    def patch(self, f):
        """Its own values come first, those of its vertices behind."""
        return f.at(self.pointer(f, OFF_CHIP), 1, f.op("mul i32 %%patch, %d" % PATCH_BYTES))
