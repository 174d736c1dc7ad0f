"""Elements of the interface in memory, and memory that belongs to a lane or a workgroup."""


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


def shared(module, name, size):
    """Memory of the workgroup; its name."""
    text = "@%s = internal addrspace(3) global [%d x i8] poison, align 16" % (name, max(size, 16))
    if text not in module.globals:
        module.globals.append(text)
    return "@" + name
