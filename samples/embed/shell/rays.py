"""Shells of ray tracing shaders. Ray generation is a compute shader of the hardware's, amdgpu_cs; the others are functions, which it
calls by their addresses: amdgpu_gfx void (table, ray, payload or callable data). ray_trace.ll says where what lies in a ray."""
from memory import load_variable

STATE = ["ptr addrspace(4) inreg %table", "ptr addrspace(5) %ray"]
RAY_BYTES, ATTRIBUTES, RECORD = 512, 256, 1128
IN_RAY = {"RayTminKHR": 4, "HitKindKHR": 8, "PrimitiveId": 12, "WorldRayOriginKHR": 16, "ObjectRayOriginKHR": 16,
          "WorldRayDirectionKHR": 32, "ObjectRayDirectionKHR": 32, "IncomingRayFlagsKHR": 52, "CullMaskKHR": 56, "HitTNV": 0}
WAVE = 32


class Called:
    """A shader that another one calls."""

    def __init__(self, module, body):
        self.module, self.body = module, body

    def header(self):
        return "define amdgpu_gfx void @shell(%s, ptr addrspace(5) %%data) #0" % ", ".join(STATE)

    def begin(self, f):
        pass

    def give(self, f, row):
        if row.builtin in IN_RAY:
            return load_variable(f, row.type, f.at("%ray", 5, IN_RAY[row.builtin]), 5)
        return self.body.state(f, "%table", row)

    @staticmethod
    def memory(f, position, resource):
        if resource["kind"] == "hit_attribute":
            return "ptr addrspace(5) " + f.at("%ray", 5, ATTRIBUTES)
        return "ptr addrspace(5) %data"

    def write(self):
        f = self.module.function(self.header())
        self.begin(f)
        self.body.call(f, "%table", lambda row: self.give(f, row), lambda position, resource: self.memory(f, position, resource))
        f.do("ret void")
        self.module.close()

    def define(self, name, result, parameters):
        """All of them stand in ray_trace.ll."""
        return STATE


class Generation(Called):
    def header(self):
        return ("define amdgpu_cs void @shell(ptr addrspace(4) inreg %table, i32 inreg %group.x, i32 inreg %group.y, "
                "i32 inreg %group.z, i32 %local) #0")

    def begin(self, f):
        f.do("%%ray = alloca [%d x i8], align 16, addrspace(5)" % RAY_BYTES)
        f.do("%%data = alloca [%d x i8], align 16, addrspace(5)" % RAY_BYTES)

    def give(self, f, row):
        if row.builtin != "LaunchIdKHR":
            return super().give(f, row)
        x = f.op("add i32 %s, %s" % (f.op("mul i32 %%group.x, %d" % WAVE), f.op("and i32 %local, 1023")))
        return f.vector(row.type, [x, "%group.y", "%group.z"])
