"""The shell of a fragment shader: amdgpu_ps. Attributes are interpolated, colours exported."""
from writer import Type

# The hardware gives each lane these, in LLVM's order; LLVM leaves out those that are not used.
LANE_INPUTS = [
    ("<2 x float>", "perspective.sample"), ("<2 x float>", "perspective.center"), ("<2 x float>", "perspective.centroid"),
    ("<3 x i32>", "perspective.pull"), ("<2 x float>", "linear.sample"), ("<2 x float>", "linear.center"),
    ("<2 x float>", "linear.centroid"), ("float", "line.stipple"), ("float", "x"), ("float", "y"), ("float", "z"), ("float", "w"),
    ("i32", "front"), ("i32", "ancillary"), ("i32", "coverage"), ("i32", "fixed.position"),
]
STATE_ARGUMENTS = ["ptr addrspace(4) inreg %table", "i32 inreg %mask", "<2 x float> %perspective.center",
                   "<2 x float> %perspective.centroid", "<2 x float> %linear.center", "<2 x float> %linear.centroid"]
SPECIAL_ATTRIBUTE, ATTRIBUTES, CHANNELS, COLOURS = 28, 32, 4, 8
DEPTH_TARGET, DUAL_SOURCE = 8, 21
DEPTH_CHANNELS = {"FragDepth": 0, "FragStencilRefEXT": 1, "SampleMask": 2}
ALL_ROWS = 15


class Interpolation:
    def __init__(self, module, f):
        self.module, self.f = module, f

    def raw(self, attribute, channel):
        """A channel of the attribute in a lane of the quad for each vertex: gfx11 and later."""
        attribute, channel = attribute + channel // CHANNELS, channel % CHANNELS
        return self.f.call("float", "llvm.amdgcn.lds.param.load",
                           ["i32 immarg %d" % channel, "i32 immarg %d" % (attribute % ATTRIBUTES), "i32 %mask"])

    def smooth(self, attribute, channel, weights):
        f = self.f
        i, j = (f.op("extractelement <2 x float> %s, i32 %d" % (weights, k)) for k in range(2))
        if self.module.generation >= 11:
            raw = self.raw(attribute, channel)
            first = f.call("float", "llvm.amdgcn.interp.inreg.p10", ["float " + x for x in (raw, i, raw)])
            return f.call("float", "llvm.amdgcn.interp.inreg.p2", ["float " + x for x in (raw, j, first)])
        place = ["i32 immarg %d" % (channel % CHANNELS), "i32 immarg %d" % ((attribute + channel // CHANNELS) % ATTRIBUTES),
                 "i32 %mask"]
        first = f.call("float", "llvm.amdgcn.interp.p1", ["float " + i, *place])
        return f.call("float", "llvm.amdgcn.interp.p2", ["float " + first, "float " + j, *place])

    def vertex(self, attribute, channel, vertex):
        """Bits of the channel at one of the triangle's vertices."""
        f = self.f
        if self.module.generation < 11:
            place = (vertex + 2) % 3  # P0 is 2, P10 0, P20 1
            value = f.call("float", "llvm.amdgcn.interp.mov", ["i32 immarg %d" % place, "i32 immarg %d" % (channel % CHANNELS),
                                                             "i32 immarg %d" % ((attribute + channel // CHANNELS) % ATTRIBUTES),
                                                             "i32 %mask"])
            return f.op("bitcast float %s to i32" % value)
        bits = f.op("bitcast float %s to i32" % self.raw(attribute, channel))
        lane = vertex * 0x55  # quad_perm: all four lanes read this one
        moved = f.call("i32", "llvm.amdgcn.update.dpp.i32", ["i32 poison", "i32 " + bits, "i32 immarg %d" % lane,
                                                            "i32 immarg %d" % ALL_ROWS, "i32 immarg %d" % ALL_ROWS,
                                                            "i1 immarg true"])
        return f.call("i32", "llvm.amdgcn.strict.wqm.i32", ["i32 " + moved])

    def element(self, kind, attribute, channel, weights):
        """A float of any width; what is not 32 bits wide is widened to them where it is written."""
        floats = [self.smooth(attribute, channel + i, weights) for i in range(kind.count)]
        if kind.width != 32:
            conversion = "fptrunc float %s to half" if kind.width == 16 else "fpext float %s to double"
            floats = [self.f.op(conversion % one) for one in floats]
        return self.f.vector(kind, floats)

    def flat(self, kind, attribute, channel, vertex):
        return self.f.from_words(kind, [self.vertex(attribute, channel + i, vertex) for i in range(kind.words)])


def weights_of(row):
    kind = "linear" if row.has("noperspective") else "perspective"
    where = "sample" if row.has("sample") else "centroid" if row.has("centroid") else "center"
    return "%%%s.%s" % (kind, where)


class Pixel:
    def __init__(self, module, body):
        self.module, self.body = module, body

    def give(self, f, row):
        interpolation = Interpolation(self.module, f)
        if row.builtin is not None:
            return self.builtin(f, interpolation, row)
        if row.has("flat") or row.has("explicit") or row.has("perprimitive") or not row.type.is_float:
            return f.aggregate(row.type, lambda at: interpolation.flat(row.type, row.location, row.component, 0))
        return f.aggregate(row.type, lambda at: interpolation.element(row.type, row.location, row.component, weights_of(row)))

    def builtin(self, f, interpolation, row):
        name, vector = row.builtin, row.type.element
        if name == "FragCoord":
            w = f.call("float", "llvm.amdgcn.rcp.f32", ["float %w"])
            return f.vector(row.type, ["%x", "%y", "%z", w])
        if name == "FrontFacing":
            return f.op("icmp ne i32 %front, 0")
        if name == "SampleId":
            return f.call("i32", "llvm.amdgcn.ubfe.i32", ["i32 %ancillary", "i32 8", "i32 4"])
        if name == "Layer":
            return f.call("i32", "llvm.amdgcn.ubfe.i32", ["i32 %ancillary", "i32 16", "i32 11"])
        if name == "SamplePosition":
            return f.vector(row.type, [f.call("float", "llvm.amdgcn.fract.f32", ["float " + x]) for x in ("%x", "%y")])
        if name == "SampleMask":
            return f.aggregate(row.type, lambda at: "%coverage" if at == (0,) else "0")
        if name in ("BaryCoordKHR", "BaryCoordNoPerspKHR"):
            weights = "%linear.center" if "NoPersp" in name else "%perspective.center"
            i, j = (f.op("extractelement <2 x float> %s, i32 %d" % (weights, k)) for k in range(2))
            rest = f.op("fsub float 1.0, %s" % f.op("fadd float %s, %s" % (i, j)))
            return f.vector(row.type, [rest, i, j])
        if name == "BaryCoordPullModelAMD":
            return f.op("bitcast <3 x i32> %%perspective.pull to %s" % vector)
        if name.startswith("BaryCoord"):
            where = "sample" if "Sample" in name else "centroid" if "Centroid" in name else "center"
            return "%%%s.%s" % ("linear" if "NoPersp" in name else "perspective", where)
        if name in ("PrimitiveId", "ViewportIndex"):
            return interpolation.flat(row.type, SPECIAL_ATTRIBUTE, ("PrimitiveId", "ViewportIndex").index(name), 0)
        if name in ("ClipDistance", "CullDistance", "PointCoord"):
            attribute = SPECIAL_ATTRIBUTE + 1 + ("ClipDistance", "CullDistance", "PointCoord").index(name)
            return f.aggregate(row.type, lambda at: interpolation.element(row.type, attribute, at[0] if at else 0,
                                                                          "%linear.center"))
        return self.body.state(f, "%table", row)

    # ---- exports ----

    def channels(self, f, results):
        """The channels of each target that is exported, as floats."""
        targets = {}
        dual = any(row.index for row, _ in results if row.builtin is None)
        for row, value in results:
            if row.builtin in DEPTH_CHANNELS:
                target, first = DEPTH_TARGET, DEPTH_CHANNELS[row.builtin]
            elif row.builtin is None:
                target, first = row.location, row.component
                if dual and not row.location:
                    target = row.index + (DUAL_SOURCE if self.module.generation >= 11 else 0)
                elif target >= COLOURS:
                    raise NotImplementedError("a ninth colour")
            else:
                continue
            floats = f.to_floats(row.type, f.element(row.type, value, row.type.places()[0]))
            targets.setdefault(target, {}).update((first + i, one) for i, one in enumerate(floats))
        return targets

    def export(self, f, results):
        targets = sorted(self.channels(f, results).items())
        for target, channels in targets:
            last = "true" if target == targets[-1][0] else "false"
            enabled = sum(1 << channel for channel in channels)
            f.call("void", "llvm.amdgcn.exp.f32", ["i32 immarg %d" % target, "i32 immarg %d" % enabled] +
                   ["float %s" % channels.get(i, "poison") for i in range(CHANNELS)] + ["i1 immarg " + last] * 2)

    def write(self):
        parameters = ["ptr addrspace(4) inreg %table", "i32 inreg %mask"] + ["%s %%%s" % pair for pair in LANE_INPUTS]
        f = self.module.function("define amdgpu_ps void @shell(%s) #0" % ", ".join(parameters))
        result = self.body.call(f, "%table", lambda row: self.give(f, row))
        self.export(f, self.body.results(f, result) if self.body.values else [])
        f.do("ret void")
        self.module.close()

    # ---- what the body calls ----

    def moved(self, f, weights, x, y):
        """The weights at an offset in pixels: by their differences in the quad."""
        parts = []
        for k in range(2):
            own = f.op("extractelement <2 x float> %s, i32 %d" % (weights, k))
            total = own
            for other, offset in ((0xF5, x), (0xEE, y)):  # quad_perm:[1,1,3,3], quad_perm:[2,3,2,3]
                base = {0xF5: 0xA0, 0xEE: 0x44}[other]  # [0,0,2,2], [0,1,0,1]
                difference = f.op("fsub float %s, %s" % (self.lane(f, own, other), self.lane(f, own, base)))
                total = f.op("fadd float %s, %s" % (total, f.op("fmul float %s, %s" % (difference, offset))))
            parts.append(total)
        return f.vector(Type("f32x2"), [f.call("float", "llvm.amdgcn.wqm.f32", ["float " + part]) for part in parts])

    @staticmethod
    def lane(f, value, order):
        bits = f.op("bitcast float %s to i32" % value)
        moved = f.call("i32", "llvm.amdgcn.update.dpp.i32", ["i32 poison", "i32 " + bits, "i32 immarg %d" % order,
                                                            "i32 immarg %d" % ALL_ROWS, "i32 immarg %d" % ALL_ROWS,
                                                            "i1 immarg true"])
        return f.op("bitcast i32 %s to float" % moved)

    def sample_offset(self, f):
        """From a pixel's centre to the sample %where, from a table in memory."""
        place = f.at("%table", 4, f.op("shl i32 %where, 3"))
        return [f.load("float", f.at(place, 4, 1024 + 4 * i), 4) for i in range(2)]

    def interpolate(self, name, result):
        """smmra.interpolate.at...: the attribute is chosen by numbers, which are constants once this is inlined."""
        way = name.split(".")[3]
        kind = Type.of(result)
        where = {"centroid": [], "sample": ["i32 %where"], "offset": ["<2 x float> %where"]}[way]
        f = self.module.function("define amdgpu_gfx %s @%s(%s) alwaysinline #0" % (
            result, name, ", ".join(STATE_ARGUMENTS + ["i32 %location", "i32 %component"] + where)))
        if way == "offset":
            x, y = (f.op("extractelement <2 x float> %%where, i32 %d" % k) for k in range(2))
        elif way == "sample":
            x, y = self.sample_offset(f)
        value, interpolation = "poison", Interpolation(self.module, f)
        for row in self.body.inputs:
            if row.builtin is not None or not row.type.is_float or row.loaded or row.has("explicit"):
                continue
            base = "linear" if row.has("noperspective") else "perspective"
            weights = "%%%s.centroid" % base if way == "centroid" else self.moved(f, "%%%s.center" % base, x, y)
            for channel in range(row.component, CHANNELS - kind.count + 1):
                one = interpolation.element(kind, row.location, channel, weights)
                here = f.op("and i1 %s, %s" % (f.op("icmp eq i32 %%location, %d" % row.location),
                                               f.op("icmp eq i32 %%component, %d" % channel)))
                value = f.op("select i1 %s, %s %s, %s %s" % (here, kind.element, one, kind.element, value))
        f.do("ret %s %s" % (result, value))
        self.module.close()

    def at_vertex(self, name, result):
        """smmra.interpolate.at.vertex: of all that may be chosen one is left if the numbers are constants."""
        kind, value = Type.of(result), "poison"
        f = self.module.function("define amdgpu_gfx %s @%s(%s, i32 %%location, i32 %%component, i32 %%vertex) alwaysinline #0" % (
            result, name, STATE_ARGUMENTS[1]))
        interpolation = Interpolation(self.module, f)
        for row in self.body.inputs:
            if not row.loaded or row.type.element != kind.element:
                continue
            here = f.op("and i1 %s, %s" % (f.op("icmp eq i32 %%location, %d" % row.location),
                                           f.op("icmp eq i32 %%component, %d" % row.component)))
            for vertex in range(row.fields["vertices"]):
                chosen = f.op("and i1 %s, %s" % (here, f.op("icmp eq i32 %%vertex, %d" % vertex)))
                one = interpolation.flat(kind, row.location, row.component, vertex)
                value = f.op("select i1 %s, %s %s, %s %s" % (chosen, kind.element, one, kind.element, value))
        f.do("ret %s %s" % (result, value))
        self.module.close()

    def interlock(self, name):
        """Fragments that overlap go through one after the other: gfx11 waits until it may export, before that waves are polled."""
        f = self.module.function("define amdgpu_gfx void @%s(%s) alwaysinline #0" % (name, STATE_ARGUMENTS[1]))
        if self.module.generation >= 11:
            if name.endswith("begin"):
                f.call("void", "llvm.amdgcn.s.wait.event.export.ready", [])
        elif name.endswith("begin"):
            f.do("br label %poll")
            f.label("poll")
            leaving = f.call("i32", "llvm.amdgcn.pops.exiting.wave.id", [])
            newest = f.call("i32", "llvm.amdgcn.ubfe.i32", ["i32 %mask", "i32 16", "i32 10"])
            f.do("br i1 %s, label %%mine, label %%poll" % f.op("icmp ugt i32 %s, %s" % (leaving, newest)))
            f.label("mine")
        else:
            f.call("void", "llvm.amdgcn.s.sendmsg", ["i32 immarg 7", "i32 0"])  # MSG_ORDERED_PS_DONE
        f.do("ret void")
        self.module.close()

    def define(self, name, result, parameters):
        """A function that the body calls; returns what the shell hands it before its own arguments."""
        if name.startswith("smmra.interpolate.at.vertex."):
            self.at_vertex(name, result)
            return [STATE_ARGUMENTS[1]]
        if name.startswith("smmra.interpolate."):
            self.interpolate(name, result)
            return STATE_ARGUMENTS
        self.interlock(name)
        return [STATE_ARGUMENTS[1]]
