"""The shell of a geometry shader: one workgroup for an input primitive. Its first lane runs the shader, which leaves vertices in
memory; then each lane exports one of them, and the triangle that it ends."""
from memory import from_memory, shared
from primitives import EMITTED, PATCH_BYTES, VERTEX_BYTES, VERTICES, Primitives, ring_offset
from writer import type_of

MOST_VERTICES = 256
STRIP_START = VERTEX_BYTES - 4  # a vertex knows with which its strip begins
STATE = ["ptr addrspace(5) %emitted", "ptr addrspace(1) %vertices"]


class Geometry(Primitives):
    def give(self, f, row):
        if row.builtin == "PrimitiveId":
            return "%primitive.id"
        if row.builtin == "InvocationId":
            return "%invocation"
        return self.body.state(f, "%table", row)

    def write(self):
        self.module.lanes = MOST_VERTICES
        f = self.begin(["i32 %primitive.id", "i32 %invocation"])
        f.do("%emitted = alloca [2 x i32], align 4, addrspace(5)")
        f.do("%%vertices = load ptr addrspace(1), ptr addrspace(4) %s, align 8, !invariant.load !0" % f.at("%table", 4, EMITTED))
        f.do("%%of.vertices = getelementptr i8, ptr addrspace(1) %s, i32 %s" % (
            self.pointer(f, VERTICES), f.op("mul i32 %%primitive.id, %d" % PATCH_BYTES)))
        count_place = shared(self.module, "count", 4)
        self.only(f, f.op("icmp eq i32 %s, 0" % self.lane), "shade")
        f.do("store [2 x i32] zeroinitializer, ptr addrspace(5) %emitted, align 4")
        self.body.call(f, "%table", lambda row: self.give(f, row))
        f.store("i32", f.load("i32", "%emitted", 5), count_place, 3)
        self.done(f, "shade")
        self.barrier(f)
        count = f.load("i32", count_place, 3)
        self.allocate(f, f.op("or i32 %s, %s" % (count, f.op("shl i32 %s, 12" % count))))
        self.only(f, f.op("icmp ult i32 %s, %s" % (self.lane, count)), "vertex")
        vertex = f.at("%vertices", 1, f.op("mul i32 %s, %d" % (self.lane, VERTEX_BYTES)))
        self.export_strip(f, f.load("i32", f.at(vertex, 1, STRIP_START), 1))
        given = [(row, lambda place, row=row: f.to_floats(row.type, from_memory(f, row.type, vertex, 1, ring_offset(row, place))))
                 for row in self.body.values]
        self.export_vertex(f, given, self.lane)
        self.done(f, "vertex")
        f.do("ret void")
        self.module.close()

    def export_strip(self, f, start):
        """The triangle of this vertex and the two before it; none if the strip is shorter."""
        ends = f.op("icmp uge i32 %s, 2" % f.op("sub i32 %s, %s" % (self.lane, start)))
        one, two = f.op("sub i32 %s, 1" % self.lane), f.op("sub i32 %s, 2" % self.lane)
        indices = f.op("or i32 %s, %s" % (two, f.op("or i32 %s, %s" % (f.op("shl i32 %s, 10" % one),
                                                                      f.op("shl i32 %s, 20" % self.lane)))))
        self.export_primitive(f, f.op("select i1 %s, i32 %s, i32 -2147483648" % (ends, indices)))

    def define(self, name, result, parameters):
        if name.startswith("smmra.load.vertex."):
            return super().define(name, result, parameters)
        f = self.module.function("define amdgpu_gfx void @%s(%s) alwaysinline #0" % (name, ", ".join(STATE + parameters)))
        count = f.load("i32", "%emitted", 5)
        if name.startswith("smmra.end.primitive"):
            f.store("i32", count, f.at("%emitted", 5, 4), 5)
        else:
            self.keep_vertex(f, count, type_of(parameters[1]) if parameters[1:] else None)
        f.do("ret void")
        self.module.close()
        return STATE

    def keep_vertex(self, f, count, struct):
        vertex = f.at("%vertices", 1, f.op("mul i32 %s, %d" % (count, VERTEX_BYTES)))
        for i, row in enumerate(self.body.values):
            value = f.op("extractvalue %s %%p1, %d" % (struct, i))
            for place in row.type.places():
                words = f.to_words(row.type, f.element(row.type, value, place))
                for k, word in enumerate(words):
                    f.store("i32", word, f.at(vertex, 1, ring_offset(row, place) + 4 * k), 1)
        f.store("i32", f.load("i32", f.at("%emitted", 5, 4), 5), f.at(vertex, 1, STRIP_START), 1)
        f.store("i32", f.op("add i32 %s, 1" % count), "%emitted", 5)
