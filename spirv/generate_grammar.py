#!/usr/bin/env python3
"""Writes the tables of SPIR-V's grammar as C, from the JSON files of the spirv-headers package.

    generate_grammar.py GRAMMAR_DIRECTORY OUTPUT

GRAMMAR_DIRECTORY holds spirv.core.grammar.json and the extinst.*.grammar.json files. The output is included by
spirv/grammar.c alone; the types of its tables are declared in spirv/grammar.h.

A grammar may be newer than this version. What known_grammar.py does not name, directly or as what it needs, the tables
call unknown, and the reader refuses it by name where a module uses it. No grammar makes this fail for being newer.
"""

import json
import os
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
import later_names
from known_grammar import (CAPABILITIES, CLASSES, CONTROL_FLOW, ENUMERATIONS, EXTENSIONS, FREE_ENUMERANTS, LATER_ENUMERANTS,
                           LATER_OPERANDS, MORE_NEEDS, NEWEST_VERSION, later_instructions)

# Instructions that end a block: the grammar has no mark for them (SPIR-V specification 3.49.17, and the extensions).
TERMINATORS = """OpBranch OpBranchConditional OpSwitch OpReturn OpReturnValue OpKill OpUnreachable
    OpTerminateInvocation OpIgnoreIntersectionKHR OpTerminateRayKHR OpEmitMeshTasksEXT OpAbortKHR""".split()

# Instructions by what they are to functions and their blocks; all others of the function section stand in a block.
ROLES = {"OpFunction": "FUNCTION", "OpFunctionParameter": "PARAMETER", "OpFunctionEnd": "FUNCTION_END",
         "OpLabel": "LABEL", "OpSelectionMerge": "MERGE", "OpLoopMerge": "MERGE", "OpFunctionCall": "CALL",
         "OpCooperativeMatrixReduceNV": "CALL", "OpCooperativeMatrixPerElementOpNV": "CALL",
         "OpCooperativeMatrixLoadTensorNV": "CALL",
         **dict.fromkeys(TERMINATORS, "TERMINATOR")}

# The logical layout of a module, SPIR-V specification 2.4: the section of each class, and of the instructions whose
# class does not tell. ANY: not bound to one.
SECTION_OF_CLASS = {"Annotation": "ANNOTATION", "Debug": "DEBUG", "Type-Declaration": "DECLARATION",
                    "Constant-Creation": "DECLARATION"}
SECTION_OF_NAME = {"OpCapability": "CAPABILITY", "OpExtension": "EXTENSION", "OpExtInstImport": "IMPORT",
                   "OpMemoryModel": "MEMORY_MODEL", "OpSamplerImageAddressingModeNV": "MEMORY_MODEL",
                   "OpEntryPoint": "ENTRY_POINT", "OpExecutionMode": "EXECUTION_MODE", "OpExecutionModeId": "EXECUTION_MODE"}
SECTION_ANY = """OpLine OpNoLine OpNop OpUndef OpPoisonKHR OpVariable OpUntypedVariableKHR OpExtInst OpExtInstWithForwardRefsKHR OpAsmTargetINTEL OpAsmINTEL
    OpAliasDomainDeclINTEL OpAliasScopeDeclINTEL OpAliasScopeListDeclINTEL""".split()

# Instructions that the reader rewrites once it has checked them (untyped.c). Their rows keep them away from its shortest
# way, on which nothing is asked of an opcode.
REWRITTEN = """OpUntypedVariableKHR OpUntypedAccessChainKHR OpUntypedInBoundsAccessChainKHR OpUntypedPtrAccessChainKHR
    OpUntypedInBoundsPtrAccessChainKHR OpUntypedArrayLengthKHR OpUntypedImageTexelPointerEXT""".split()

# The code of an operand kind; value and bit enumerations without parameters are plain literals.
CODES = {"IdRef": "ID", "IdScope": "ID", "IdMemorySemantics": "ID", "LiteralInteger": "LITERAL",
         "LiteralFloat": "LITERAL",
         "LiteralExtInstInteger": "EXTENDED_OPCODE", "LiteralString": "STRING",
         "LiteralContextDependentNumber": "NUMBER",
         "LiteralSpecConstantOpInteger": "SPEC_CONSTANT_OPCODE", "PairIdRefIdRef": "ID_ID_PAIR",
         "PairIdRefLiteralInteger": "ID_LITERAL_PAIR", "PairLiteralIntegerIdRef": "NUMBER_ID_PAIR"}
WORDS_OF_CODE = {"ID_ID_PAIR": 2, "ID_LITERAL_PAIR": 2, "NUMBER_ID_PAIR": 2}
QUANTIFIERS = {"?": " | SPIRV_OPERAND_OPTIONAL", "*": " | SPIRV_OPERAND_REPEATED", None: ""}

# Enumerations whose names are wanted, beside those that the reader walks.
NAMED_KINDS = {"Capability", "StorageClass", "BuiltIn", "Decoration", "ExecutionModel", "Scope"}

VENDOR_RANK = {"KHR": 1, "EXT": 2}
VENDORS = ("KHR", "EXT", "NV", "NVX", "AMD", "INTEL", "GOOGLE", "ARM", "QCOM", "ALTERA", "VALVE", "HUAWEI")

# The codes of grammar.h have room for so much: SPIRV_OPERAND_CODE_MASK, and the parameters of an enumerant.
MAX_ENUMERATIONS = 0x3F - 9 + 1
MAX_PARAMETERS = 3


def rank(name):
    """Of several names of one number the one of the core comes first, then Khronos's, then the vendors'."""
    vendor = next((v for v in VENDORS if name.endswith(v)), None)
    return 0 if vendor is None else VENDOR_RANK.get(vendor, 3)


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def names_of(item):
    return [item.get("opname") or item.get("enumerant"), *item.get("aliases", [])]


def unique(items, value):
    """The best named item of each number, in order of the numbers."""
    best = {}
    for item in items:
        old = best.get(number(item[value]))
        if old is None or rank(names_of(item)[0]) < rank(names_of(old)[0]):
            best[number(item[value])] = item
    return [best[key] for key in sorted(best)]


class Grammar:
    def __init__(self, directory):
        with open(os.path.join(directory, "spirv.core.grammar.json"), encoding="utf-8") as file:
            self.core = json.load(file)
        self.kinds = {kind["kind"]: kind for kind in self.core["operand_kinds"]}
        number_of = {name: number for kind, number, name, _ in later_names.read() if kind == "Instruction"}
        for instructions, enumerants in ((later_instructions(number_of), LATER_ENUMERANTS), later_names.read_as_grammar()):
            self.add_later(self.core["instructions"], instructions, "opcode")
            for kind, later in enumerants.items():
                self.kinds.setdefault(kind, {"kind": kind, "category": "BitEnum", "enumerants": []})  # they are all that
                self.add_later(self.kinds[kind]["enumerants"], later, "value")
        for item in self.core["instructions"]:
            item["operands"] = max(item.get("operands", []), LATER_OPERANDS.get(item["opname"], []), key=len)
        self.known_capabilities = self.find_known_capabilities()
        self.number_of_capability = {name: number(e["value"]) for e in self.kinds["Capability"]["enumerants"]
                                     for name in names_of(e)}
        self.enablers = [*sorted({self.number_of_capability[name] for name in self.known_capabilities}), *self.enabling_extensions()]
        self.sets = [frozenset()]
        self.walked = [name for name, kind in self.kinds.items() if name in ENUMERATIONS and
                       (name in NAMED_KINDS or any(e.get("parameters") or e.get("capabilities") for e in kind.get("enumerants", [])))]
        unknown = [name for name in self.kinds if not self.knows_kind(name)]
        self.unknown_kinds = unknown[:MAX_ENUMERATIONS - len(self.walked)]

    @staticmethod
    def add_later(items, later, value):
        """What an older grammar lacks."""
        there = {number(item[value]) for item in items}
        items += [item for item in later if item[value] not in there]

    def find_known_capabilities(self):
        """All names of the known ones: one that was known by another name is known."""
        enumerants = self.kinds["Capability"]["enumerants"]
        values = {number(e["value"]) for e in enumerants if not CAPABILITIES.isdisjoint(names_of(e))}
        return {name for e in enumerants if number(e["value"]) in values for name in names_of(e)}

    @staticmethod
    def enabling_extensions():
        return sorted({need for names in MORE_NEEDS.values() for needs in names.values() for need in needs if need in EXTENSIONS})

    def needs_of(self, kind, items):
        """The capabilities, any of which enables what has a number, under any of its names, as places in `enablers`."""
        lists = [item.get("capabilities", []) for item in items]
        names = {name for item in items for name in names_of(item)}
        more = sum((MORE_NEEDS.get(kind, {}).get(name, []) for name in names), [])
        if not (all(lists) or more) or names & FREE_ENUMERANTS.get(kind, set()):
            return frozenset()
        needs = {*sum(lists, []), *more} - ({"Shader"} if more else set())  # which every module of Vulkan declares
        numbers = {self.number_of_capability.get(need, need) for need in needs}
        return frozenset(self.enablers.index(n) for n in numbers if n in self.enablers)

    def needs(self, kind, items, value):
        """Number -> its set: its place in `sets`. The first set is empty: nothing is needed."""
        of_number = {}
        for item in items:
            of_number.setdefault(number(item[value]), []).append(item)
        sets = {n: self.needs_of(kind, same) for n, same in of_number.items()}
        self.sets += [s for s in dict.fromkeys(sets.values()) if s not in self.sets]
        return {n: self.sets.index(s) for n, s in sets.items()}

    def implied(self, capability):
        """What a capability declares implicitly, by itself and by what that declares."""
        found, left = {capability}, [capability]
        while left:
            one = left.pop()
            same = [e for e in self.kinds["Capability"]["enumerants"] if number(e["value"]) == one]
            more = [MORE_NEEDS["Capability"].get(name, []) for e in same for name in names_of(e)]
            names = sum([e.get("capabilities", []) for e in same] + more, [])
            new = {self.number_of_capability[name] for name in names} - found
            found |= new
            left += new
        return [self.enablers.index(n) for n in sorted(found - {capability}) if n in self.enablers]

    def knows_kind(self, kind):
        return kind in CODES or kind in ("IdResultType", "IdResult") or (
            kind in ENUMERATIONS and self.kinds[kind]["category"] in ("ValueEnum", "BitEnum"))

    def knows_needs(self, item):
        """Whether a module can use it with capabilities, extensions and a version that are known."""
        capabilities, extensions = item.get("capabilities"), item.get("extensions", [])
        version = item.get("version", "None")
        if capabilities and self.known_capabilities.isdisjoint(capabilities):
            return False
        if version == "None":
            return not extensions or not EXTENSIONS.isdisjoint(extensions)
        is_old = tuple(int(part) for part in version.split(".")) <= NEWEST_VERSION
        return is_old or not EXTENSIONS.isdisjoint(extensions)

    def knows_enumerant(self, enumerant):
        parameters = enumerant.get("parameters", [])
        return (self.knows_needs(enumerant) and len(parameters) <= MAX_PARAMETERS and
                all(self.knows_kind(p["kind"]) and p.get("quantifier") in QUANTIFIERS for p in parameters))

    def knows_instruction(self, instruction):
        operands = instruction.get("operands", [])
        kinds = [operand["kind"] for operand in operands]
        own = [kind for kind in kinds if kind in ("IdResultType", "IdResult")]
        is_control_flow = instruction.get("class") == "Control-Flow"
        return (self.knows_needs(instruction) and instruction.get("class") in CLASSES and
                not (is_control_flow and CONTROL_FLOW.isdisjoint(names_of(instruction))) and
                own in ([], ["IdResult"], ["IdResultType", "IdResult"]) and kinds[:len(own)] == own and
                all(o.get("quantifier") in QUANTIFIERS for o in operands) and
                all(self.knows_kind(o["kind"]) for o in operands if o.get("quantifier") is None))

    def code(self, kind):
        if kind in CODES:
            return CODES[kind]
        if kind in self.walked:
            return "ENUMERATION_" + kind
        if self.knows_kind(kind):
            return "LITERAL"
        return "ENUMERATION_" + (kind if kind in self.unknown_kinds else self.unknown_kinds[-1])


def section(instruction):
    name = instruction["opname"]
    if name in SECTION_ANY:
        return "ANY"
    if name in SECTION_OF_NAME:
        return SECTION_OF_NAME[name]
    if instruction["class"] in SECTION_OF_CLASS:
        return SECTION_OF_CLASS[instruction["class"]]
    if name.startswith(("OpType", "OpConstant", "OpSpecConstant")):
        return "DECLARATION"
    return "FUNCTION"


def role(instruction):
    """ROLES has the names that instructions once had, too."""
    where = section(instruction)
    if where == "FUNCTION":
        return next((ROLES[name] for name in names_of(instruction) if name in ROLES), "IN_BLOCK")
    return "ANYWHERE" if where == "ANY" else "DECLARATION"


UNKNOWN_ROW = ("    {0, 0, 0, 1, 1, SPIRV_SECTION_ANY, SPIRV_ROLE_UNKNOWN, 0, SPIRV_GRAMMAR_LITERALS_FOLLOW},")


def write_opcodes(out, grammar):
    instructions = unique(grammar.core["instructions"], "opcode")
    needs = grammar.needs("Instruction", grammar.core["instructions"], "opcode")
    codes, rows, names = [], [], []
    for instruction in instructions:
        names.append('    "%s",' % instruction["opname"])
        if not grammar.knows_instruction(instruction):
            rows.append(UNKNOWN_ROW)
            continue
        operands = instruction.get("operands", [])
        kinds = [operand["kind"] for operand in operands]
        has_type, has_result = "IdResultType" in kinds, "IdResult" in kinds
        operands = [o for o in operands if o["kind"] not in ("IdResultType", "IdResult")]
        own = [(grammar.code(o["kind"]), o.get("quantifier")) for o in operands]
        own_words = 1 + has_type + has_result
        minimum = own_words + sum(WORDS_OF_CODE.get(c, 1) for c, q in own if q is None)
        leading_ids = next((i for i, o in enumerate(own) if o != ("ID", None)), len(own))
        ids_only = all(c == "ID" and q != "?" for c, q in own)
        literals_follow = all(c == "LITERAL" and q != "?" for c, q in own[leading_ids:])
        fixed = all(q is None and c in ("ID", "LITERAL") for c, q in own)
        if instruction["opname"] in REWRITTEN:
            leading_ids, ids_only, literals_follow = 0, False, False
        flags = [flag for flag, is_set in (
            ("HAS_TYPE", has_type), ("HAS_RESULT", has_result), ("ONLY_IDS", ids_only),
            ("LITERALS_FOLLOW", literals_follow), ("FIXED_LENGTH", fixed),
            ("DECLARES_TYPE", instruction["opname"].startswith("OpType") and has_result and not has_type)) if is_set]
        rows.append("    {%d, %d, %d, %d, %d, SPIRV_SECTION_%s, SPIRV_ROLE_%s, %d, %s}," % (
            len(codes), needs[instruction["opcode"]], len(own), minimum, own_words, section(instruction), role(instruction), leading_ids,
            " | ".join("SPIRV_GRAMMAR_" + flag for flag in flags) or "0"))
        codes += ["    SPIRV_OPERAND_%s%s, /* %s */" % (c, QUANTIFIERS[q], instruction["opname"]) for c, q in own]

    out.append("static const uint8_t operand_codes[] = {")
    out += codes
    out.append("};\n")
    out.append("const struct spirv_grammar spirv_opcode_rows[] = {\n" + UNKNOWN_ROW)
    out += rows
    out.append("};\n\nstatic const char *const opcode_names[] = {\n    NULL,")
    out += names
    out.append("};\n\nconst uint16_t spirv_row_of_opcode[] = {")
    row_of = {instruction["opcode"]: i + 1 for i, instruction in enumerate(instructions)}
    out += ["    [%d] = %d," % item for item in sorted(row_of.items())]
    out.append("};\n")


def enumerant_row(grammar, row, needs):
    """Value, name, what it needs, and the codes of its parameters."""
    parameters = row.get("parameters", [])
    start = '    {0x%X, "%s", ' % (number(row["value"]), row["enumerant"])
    if not grammar.knows_enumerant(row):
        return start + "0, SPIRV_PARAMETERS_UNKNOWN, {0}},"
    codes = ["SPIRV_OPERAND_%s%s" % (grammar.code(p["kind"]), QUANTIFIERS[p.get("quantifier")]) for p in parameters]
    return start + "%d, %d, {%s}}," % (needs[number(row["value"])], len(codes), ", ".join(codes) or "0")


def write_enumerations(out, grammar):
    """The enumerations that are walked; and the unknown kinds."""
    for name in grammar.walked:
        kind = grammar.kinds[name]
        rows = unique(kind["enumerants"], "value")
        needs = grammar.needs(name, kind["enumerants"], "value") if name != "Capability" else {number(r["value"]): 0 for r in rows}
        if kind["category"] == "BitEnum":
            rows = [row for row in rows if number(row["value"]) != 0]
        out.append("static const struct spirv_enumerant %s_enumerants[] = {" % name)
        out += [enumerant_row(grammar, row, needs) for row in rows]
        out.append("};\n")
    out.append("static const struct spirv_enumeration enumerations[] = {")
    for name in grammar.walked:
        kind = grammar.kinds[name]
        out.append('    {"%s", %s_enumerants, sizeof %s_enumerants / sizeof *%s_enumerants, %s, %s},' % (
            name, name, name, name, "true" if kind["category"] == "BitEnum" else "false",
            "true" if any(e.get("parameters") for e in kind["enumerants"]) else "false"))
    out += ['    {"%s", NULL, 0, false, false},' % name for name in grammar.unknown_kinds]
    out.append("};\n")


def write_lists(out, name, lists):
    """Lists of places in `enablers`, one behind the other: list i is from first[i] to first[i + 1]."""
    out.append("static const uint16_t %s_places[] = {%s};" % (name, ", ".join(str(p) for one in lists for p in one)))
    starts = [sum(len(one) for one in lists[:i]) for i in range(len(lists) + 1)]
    out.append("static const uint16_t %s_first[] = {%s};\n" % (name, ", ".join(map(str, starts))))


def write_needs(out, grammar):
    """What enables: the capabilities that are known, and some extensions (known_grammar.py)."""
    capabilities = [e for e in grammar.enablers if isinstance(e, int)]
    out.append("static const uint32_t known_capabilities[] = {%s};\n" % ", ".join(map(str, capabilities)))
    out.append("static const char *const enabling_extensions[] = {%s};\n" % ", ".join(
        '"%s"' % e for e in grammar.enabling_extensions()))
    write_lists(out, "implied", [grammar.implied(c) for c in capabilities])
    write_lists(out, "set", [sorted(one) for one in grammar.sets])
    out.append("static const char *const extension_names[] = {")
    out += ['    "%s",' % name for name in sorted(EXTENSIONS)]
    out.append("};")


def operand_enumeration(grammar):
    """Their codes follow those that grammar.h names, in the order of `enumerations`."""
    out = ["enum {"]
    for i, name in enumerate(grammar.walked + grammar.unknown_kinds):
        out.append("    SPIRV_OPERAND_ENUMERATION_%s = SPIRV_OPERAND_ENUMERATION + %d," % (name, i))
    return out + ["};\n"]


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    grammar = Grammar(sys.argv[1])
    out = ["/* Made by spirv/generate_grammar.py from SPIR-V %s.%s revision %s. */\n" % (
        grammar.core["major_version"], grammar.core["minor_version"], grammar.core["revision"])]
    out += operand_enumeration(grammar)
    write_opcodes(out, grammar)
    write_enumerations(out, grammar)
    write_needs(out, grammar)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
