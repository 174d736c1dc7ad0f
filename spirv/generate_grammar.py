#!/usr/bin/env python3
"""Writes the tables of SPIR-V's grammar as C, from the JSON files of the spirv-headers package.

    generate_grammar.py GRAMMAR_DIRECTORY OUTPUT

GRAMMAR_DIRECTORY holds spirv.core.grammar.json and the extinst.*.grammar.json files. The output is included by
spirv/grammar.c alone; the types of its tables are declared in spirv/grammar.h.
"""

import json
import os
import sys

# Instructions that end a block: the grammar has no mark for them (SPIR-V specification 3.49.17, and the extensions).
TERMINATORS = """OpBranch OpBranchConditional OpSwitch OpReturn OpReturnValue OpKill OpUnreachable
    OpTerminateInvocation OpIgnoreIntersectionKHR OpTerminateRayKHR OpEmitMeshTasksEXT""".split()

# What instructions are to functions and their blocks; all others of the function section stand in a block.
ROLES = {"OpFunction": "FUNCTION", "OpFunctionParameter": "PARAMETER", "OpFunctionEnd": "FUNCTION_END",
         "OpLabel": "LABEL", "OpSelectionMerge": "MERGE", "OpLoopMerge": "MERGE", **dict.fromkeys(TERMINATORS, "TERMINATOR")}

# Extensions of the registry that bring no enumerant and no instruction of the core, so the grammar has no mention of
# them. (SPIRV-Tools keeps the like in utils/generate_grammar_tables.py.)
EXTENSIONS_WITHOUT_GRAMMAR = """SPV_AMD_gpu_shader_half_float SPV_AMD_gpu_shader_int16
    SPV_KHR_non_semantic_info""".split()

# The logical layout of a module, SPIR-V specification 2.4: the section of each class, and of the instructions whose
# class does not tell. ANY: not bound to one.
SECTION_OF_CLASS = {"Annotation": "ANNOTATION", "Debug": "DEBUG", "Type-Declaration": "DECLARATION",
                    "Constant-Creation": "DECLARATION"}
SECTION_OF_NAME = {"OpCapability": "CAPABILITY", "OpExtension": "EXTENSION", "OpExtInstImport": "IMPORT",
                   "OpMemoryModel": "MEMORY_MODEL", "OpEntryPoint": "ENTRY_POINT",
                   "OpExecutionMode": "EXECUTION_MODE", "OpExecutionModeId": "EXECUTION_MODE"}
SECTION_ANY = """OpLine OpNoLine OpNop OpUndef OpVariable OpExtInst OpAsmTargetINTEL OpAsmINTEL OpAliasDomainDeclINTEL
    OpAliasScopeDeclINTEL OpAliasScopeListDeclINTEL""".split()

# The code of an operand kind; value and bit enumerations without parameters are plain literals.
CODES = {"IdRef": "ID", "IdScope": "ID", "IdMemorySemantics": "ID", "LiteralInteger": "LITERAL",
         "LiteralExtInstInteger": "EXTENDED_OPCODE", "LiteralString": "STRING",
         "LiteralContextDependentNumber": "NUMBER",
         "LiteralSpecConstantOpInteger": "SPEC_CONSTANT_OPCODE", "PairIdRefIdRef": "ID_ID_PAIR",
         "PairIdRefLiteralInteger": "ID_LITERAL_PAIR", "PairLiteralIntegerIdRef": "NUMBER_ID_PAIR"}
WORDS_OF_CODE = {"ID_ID_PAIR": 2, "ID_LITERAL_PAIR": 2, "NUMBER_ID_PAIR": 2}
QUANTIFIERS = {"?": " | SPIRV_OPERAND_OPTIONAL", "*": " | SPIRV_OPERAND_REPEATED", None: ""}

# Enumerations whose names are wanted: C suffix -> kind.
NAMED_KINDS = {"capability": "Capability", "storage_class": "StorageClass", "builtin": "BuiltIn",
               "decoration": "Decoration", "execution_model": "ExecutionModel", "scope": "Scope"}

VENDOR_RANK = {"KHR": 1, "EXT": 2}
VENDORS = ("KHR", "EXT", "NV", "NVX", "AMD", "INTEL", "GOOGLE", "ARM", "QCOM", "ALTERA", "VALVE", "HUAWEI")


def rank(name):
    """Of several names of one number the one of the core comes first, then Khronos's, then the vendors'."""
    vendor = next((v for v in VENDORS if name.endswith(v)), None)
    return 0 if vendor is None else VENDOR_RANK.get(vendor, 3)


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def unique(items, value):
    """The best named item of each number, in order of the numbers."""
    best = {}
    for item in items:
        name = item.get("opname") or item.get("enumerant")
        old = best.get(number(item[value]))
        if old is None or rank(name) < rank(old.get("opname") or old.get("enumerant")):
            best[number(item[value])] = item
    return [best[key] for key in sorted(best)]


class Grammar:
    def __init__(self, directory):
        with open(os.path.join(directory, "spirv.core.grammar.json"), encoding="utf-8") as file:
            self.core = json.load(file)
        self.kinds = {kind["kind"]: kind for kind in self.core["operand_kinds"]}
        self.parameterized = [name for name, kind in self.kinds.items()
                              if any(e.get("parameters") for e in kind.get("enumerants", []))]
        self.extensions = self.find_extensions(directory)

    def find_extensions(self, directory):
        items = list(self.core["instructions"])
        for kind in self.kinds.values():
            items += kind.get("enumerants", [])
        names = {name for item in items for name in item.get("extensions", [])}
        for file in os.listdir(directory):
            # extinst.spv-amd-gcn-shader.grammar.json is the set of SPV_AMD_gcn_shader
            if file.startswith("extinst.spv-") and file.endswith(".grammar.json"):
                vendor, rest = file[len("extinst.spv-"):-len(".grammar.json")].split("-", 1)
                names.add("SPV_%s_%s" % (vendor.upper(), rest.replace("-", "_")))
        return sorted(names | set(EXTENSIONS_WITHOUT_GRAMMAR))

    def code(self, kind):
        if kind in CODES:
            return CODES[kind]
        if kind in self.parameterized:
            return "ENUMERATION_" + kind
        if self.kinds[kind]["category"] in ("ValueEnum", "BitEnum"):
            return "LITERAL"
        raise SystemExit("generate_grammar.py: operand kind %s is not known here" % kind)


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
    where = section(instruction)
    if where == "FUNCTION":
        return ROLES.get(instruction["opname"], "IN_BLOCK")
    return "ANYWHERE" if where == "ANY" else "DECLARATION"


def write_opcodes(out, grammar):
    instructions = unique(grammar.core["instructions"], "opcode")
    codes, rows, names = [], [], []
    for instruction in instructions:
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
        flags = [flag for flag, is_set in (
            ("HAS_TYPE", has_type), ("HAS_RESULT", has_result), ("ONLY_IDS", ids_only),
            ("LITERALS_FOLLOW", literals_follow), ("FIXED_LENGTH", fixed),
            ("DECLARES_TYPE", instruction["opname"].startswith("OpType") and has_result and not has_type)) if is_set]
        rows.append("    {%d, %d, %d, SPIRV_SECTION_%s, SPIRV_ROLE_%s, %d, %s}," % (
            len(codes), len(own), minimum, section(instruction), role(instruction), leading_ids,
            " | ".join(["SPIRV_GRAMMAR_" + flag for flag in flags] + ["%d * SPIRV_GRAMMAR_OWN_WORDS" % own_words])))
        names.append('    "%s",' % instruction["opname"])
        codes += ["    SPIRV_OPERAND_%s%s, /* %s */" % (c, QUANTIFIERS[q], instruction["opname"]) for c, q in own]

    out.append("static const uint8_t operand_codes[] = {")
    out += codes
    out.append("};\n")
    out.append("const struct spirv_grammar spirv_opcode_rows[] = {\n    {0, 0, 1, SPIRV_SECTION_ANY, SPIRV_ROLE_UNKNOWN, 0,"
               " SPIRV_GRAMMAR_LITERALS_FOLLOW | SPIRV_GRAMMAR_OWN_WORDS},")
    out += rows
    out.append("};\n\nstatic const char *const opcode_names[] = {\n    NULL,")
    out += names
    out.append("};\n\nconst uint16_t spirv_row_of_opcode[] = {")
    row_of = {instruction["opcode"]: i + 1 for i, instruction in enumerate(instructions)}
    out += ["    [%d] = %d," % item for item in sorted(row_of.items())]
    out.append("};\n")


def write_enumerations(out, grammar):
    """Rows of the enumerations that have parameters: value, and the codes of its parameters."""
    for name in grammar.parameterized:
        kind = grammar.kinds[name]
        rows = unique(kind["enumerants"], "value")
        if kind["category"] == "BitEnum":
            rows = [row for row in rows if number(row["value"]) != 0]
        out.append("static const struct spirv_enumerant %s_enumerants[] = {" % name)
        for row in rows:
            parameters = row.get("parameters", [])
            assert len(parameters) <= 3
            codes = ["SPIRV_OPERAND_%s%s" % (grammar.code(p["kind"]), QUANTIFIERS[p.get("quantifier")])
                     for p in parameters]
            out.append("    {0x%X, %d, {%s}}," % (number(row["value"]), len(codes), ", ".join(codes) or "0"))
        out.append("};\n")
    out.append("static const struct spirv_enumeration enumerations[] = {")
    for name in grammar.parameterized:
        out.append('    {"%s", %s_enumerants, sizeof %s_enumerants / sizeof *%s_enumerants, %s},' % (
            name, name, name, name, "true" if grammar.kinds[name]["category"] == "BitEnum" else "false"))
    out.append("};\n")


def write_names(out, grammar):
    for suffix, kind in NAMED_KINDS.items():
        out.append("static const struct spirv_enumerant_name %s_names[] = {" % suffix)
        for row in unique(grammar.kinds[kind]["enumerants"], "value"):
            out.append('    {%d, "%s"},' % (number(row["value"]), row["enumerant"]))
        out.append("};\n")
    out.append("static const char *const extension_names[] = {")
    out += ['    "%s",' % name for name in grammar.extensions]
    out.append("};")


def operand_enumeration(grammar):
    """The codes of parameterized kinds follow those that grammar.h names, in the order of `enumerations`."""
    out = ["enum {"]
    for i, name in enumerate(grammar.parameterized):
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
    write_names(out, grammar)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
