#!/usr/bin/env python3
"""Writes a grammar of the future: the installed one, and what a later registry might add to it.

    newer_grammar.py GRAMMAR_DIRECTORY OUTPUT_DIRECTORY
"""

import json
import sys

NEW_CAPABILITY = {"enumerant": "MadeUp", "value": 31000}
RESULT = [{"kind": "IdResultType"}, {"kind": "IdResult"}]


def instruction(opcode, name, operands, **more):
    return {"opname": "OpMadeUp" + name, "class": "Miscellaneous", "opcode": opcode, "operands": operands, **more}


def add_instructions(instructions):
    id_operand = {"kind": "IdRef"}
    instructions += [
        instruction(31001, "Class", [id_operand], **{"class": "Made-Up"}),
        instruction(31002, "End", [], **{"class": "Control-Flow"}),
        instruction(31003, "Kind", RESULT + [{"kind": "MadeUpEnum"}]),
        instruction(31004, "Optional", RESULT + [{"kind": "MadeUpLiteral", "quantifier": "?"}]),
        instruction(31005, "Quantifier", RESULT + [{"kind": "IdRef", "quantifier": "+"}]),
        instruction(31006, "Result", [{"kind": "IdRef"}, {"kind": "IdResult"}]),
        instruction(31007, "Capability", RESULT + [{"kind": "IdRef"}], capabilities=["MadeUp"]),
        instruction(31008, "Extension", [{"kind": "MemoryAccess", "quantifier": "?"}],
                    extensions=["SPV_KHR_made_up"], version="None"),
        instruction(31009, "Version", [id_operand], version="1.7"),
        {"opname": "OpMadeUpBare", "opcode": 31010},
    ]
    for item in instructions:
        if item["opname"] == "OpTypeFloat":  # as SPV_KHR_bfloat16 did
            item["operands"] = item["operands"][:2] + [{"kind": "MadeUpEnum", "quantifier": "?"}]


def add_enumerants(kinds):
    kinds["Capability"]["enumerants"].append(NEW_CAPABILITY)
    kinds["Decoration"]["enumerants"] += [
        {"enumerant": "MadeUpKind", "value": 31000, "parameters": [{"kind": "MadeUpLiteral"}]},
        {"enumerant": "MadeUpLong", "value": 31001, "parameters": [{"kind": "LiteralInteger"}] * 5},
        {"enumerant": "MadeUpNeeds", "value": 31002, "capabilities": ["MadeUp"]},
        {"enumerant": "MadeUpFloat", "value": 31003, "parameters": [{"kind": "LiteralFloat"}]},
    ]
    kinds["MemoryAccess"]["enumerants"].append(
        {"enumerant": "MadeUpBit", "value": "0x40000000", "capabilities": ["MadeUp"],
         "parameters": [{"kind": "LiteralInteger"}]})
    kinds["FPRoundingMode"]["enumerants"].append(  # which had no parameters before
        {"enumerant": "MadeUpRounding", "value": 31000, "parameters": [{"kind": "LiteralInteger"}]})


def main():
    with open(sys.argv[1] + "/spirv.core.grammar.json", encoding="utf-8") as file:
        core = json.load(file)
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    add_instructions(core["instructions"])
    add_enumerants(kinds)
    if "LiteralFloat" not in kinds:
        core["operand_kinds"].append({"category": "Literal", "kind": "LiteralFloat"})
    core["operand_kinds"] += [
        {"category": "Literal", "kind": "MadeUpLiteral"},
        {"category": "ValueEnum", "kind": "MadeUpEnum", "enumerants": [
            {"enumerant": "One", "value": 1, "parameters": [{"kind": "MadeUpLiteral"}]}]},
        {"category": "Made-Up", "kind": "MadeUpCategory"},
        *({"category": "Id", "kind": "MadeUpId%d" % i} for i in range(100)),
    ]
    core["minor_version"] = 7
    with open(sys.argv[2] + "/spirv.core.grammar.json", "w", encoding="utf-8") as file:
        json.dump(core, file)


main()
