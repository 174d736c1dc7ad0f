"""Elements of the interface in memory, and memory that belongs to a lane or a workgroup."""
from writer import POINTER, Type


def word_types(kind):
    """A component of an element in memory, as an integer, and how far the next is; the shells' own memory has 32-bit words."""
    return ("i64", 8) if kind.width == 64 else ("i32", 4)


def from_memory(f, kind, pointer, space, offset):
    """An element from words that the shells wrote."""
    words = [f.load("i32", f.at(pointer, space, offset + 4 * i), space) for i in range(kind.words)]
    return f.from_words(kind, words)


def to_memory(f, kind, value, pointer, space, offset):
    for i, word in enumerate(f.to_words(kind, value)):
        f.store("i32", word, f.at(pointer, space, offset + 4 * i), space)


def load_variable(f, kind, pointer, space):
    """An element of a variable's memory, laid out as the interface says: a boolean is a byte."""
    if kind.width == 1:
        bits = [f.load("i8", f.at(pointer, space, i), space, 1) for i in range(kind.count)]
        return f.vector(kind, [f.op("trunc i8 %s to i1" % one) for one in bits])
    return f.load(kind.element, pointer, space, kind.width // 8)


def store_variable(f, kind, value, pointer, space):
    if kind.width == 1:
        for i, one in enumerate(f.components(kind, value)):
            f.store("i8", f.op("zext i1 %s to i8" % one), f.at(pointer, space, i), space, 1)
    else:
        f.store(kind.element, value, pointer, space, kind.width // 8)


def copy_in(f, source, position, size):
    """Private memory with what lies at `source`, behind the values of vertices; the text of its type and pointer."""
    private = f.op("alloca [%d x i8], align 16, addrspace(5)" % size)
    place = f.at(source, 1, 40960 + 4096 * position)
    f.call("void", "llvm.memcpy.p5.p1.i32", ["ptr addrspace(5) " + private, "ptr addrspace(1) " + place, "i32 %d" % size, "i1 immarg false"])
    return "%s %s" % (POINTER[5], private)


def shared(module, name, size):
    """Memory of the workgroup; its name."""
    text = "@%s = internal addrspace(3) global [%d x i8] poison, align 16" % (name, max(size, 16))
    if text not in module.globals:
        module.globals.append(text)
    return "@" + name
