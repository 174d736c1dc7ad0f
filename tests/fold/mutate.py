#!/usr/bin/env python3
"""Plants each mistake of MISTAKES in a copy of the translator, and runs run.py on it: each must be caught.

    mutate.py [NAME...]     only the mistakes of these names

Exit status 1 if a mistake survives, no longer applies (its text must stand in the file exactly once) or does not compile.
"""

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# name, file in translator/, text, what stands there instead
MISTAKES = [
    # ---- the table: one opcode for another ----
    ("subtraction-adds", "opcodes", "{lower_binary, IR_SUB}", "{lower_binary, IR_ADD}"),
    ("signed-division-unsigned", "opcodes", "{lower_division, IR_SDIV}", "{lower_division, IR_UDIV}"),
    ("logical-shift-arithmetic", "opcodes", "{lower_shift, IR_LSHR}", "{lower_shift, IR_ASHR}"),
    ("sconvert-zero-extends", "opcodes", "{lower_integer_resize, IR_SEXT}", "{lower_integer_resize, IR_ZEXT}"),
    ("unsigned-less-signed", "opcodes", "{lower_comparison, IR_ICMP, IR_ULT}", "{lower_comparison, IR_ICMP, IR_SLT}"),
    ("unordered-less-ordered", "opcodes", "{lower_comparison, IR_FCMP, IR_FULT}", "{lower_comparison, IR_FCMP, IR_OLT}"),
    ("ordered-not-equal-unordered", "opcodes", "{lower_comparison, IR_FCMP, IR_ONE}",
     "{lower_comparison, IR_FCMP, IR_UNE}"),
    ("all-is-any", "opcodes", "{lower_any_all, IR_AND}", "{lower_any_all, IR_OR}"),
    ("signed-product-unsigned", "opcodes", "{lower_extended_multiplication, IR_SEXT}",
     "{lower_extended_multiplication, IR_ZEXT}"),
    # ---- what LLVM calls undefined ----
    ("zero-divides", "arithmetic", "return divisor != 0;", "return true;"),
    ("division-unguarded", "arithmetic", "return choose(l, refused, constant_splat(l, type, 1), divisor);",
     "return divisor;"),
    ("overflow-unguarded", "arithmetic", "refused = apply(l, IR_OR, refused, overflows);", "(void)overflows;"),
    ("shift-unmasked", "expression", "if (!is_constant_where(l, amount, is_below_width))", "if (false)"),
    ("float-to-integer-poison", "conversions", "emit1(l, IR_FREEZE, type, emit1(l, row->ir_opcode, type, value))",
     "emit1(l, row->ir_opcode, type, value)"),
    ("component-poison", "composites", "if (is_constant_where(l, index, is_component_of_two))", "if (true)"),
    ("undef-is-poison", "composites", "emit1(l, IR_FREEZE, type, ir_poison(l->ir, type))", "ir_poison(l->ir, type)"),
    # ---- formulas ----
    ("smod-is-srem", "arithmetic", "choose(l, apply(l, IR_AND, is_inexact, signs_differ), adjusted, remainder)",
     "remainder"),
    ("smod-adjusts-zero", "arithmetic", "apply(l, IR_AND, is_inexact, signs_differ)", "signs_differ"),
    ("fmod-is-frem", "arithmetic", "choose(l, signs_differ, adjusted, remainder)", "remainder"),
    ("borrow-is-carry", "arithmetic", "emit_compare(l, IR_ICMP, IR_ULT, a, b);", "emit_compare(l, IR_ICMP, IR_ULT, low, a);"),
    ("high-half-is-low", "arithmetic", "apply(l, IR_LSHR, product, constant_splat(l, wide, width))", "product"),
    ("field-of-none-is-all", "bits", "choose(l, none, ir_zero(l->ir, type), shift(l, IR_LSHR, ones, unused))",
     "shift(l, IR_LSHR, ones, unused)"),
    ("field-not-cut", "bits", "apply(l, IR_AND, insert, field)", "insert"),
    ("signed-field-unsigned", "bits", "shift(l, IR_ASHR, top, unused)", "shift(l, IR_LSHR, top, unused)"),
    ("rounds-to-nearest", "conversions", "narrows && mode == SpvFPRoundingModeRTZ", "false"),
    ("quantizes-to-subnormal", "conversions", "choose(l, is_small, zero, rounded)", "rounded"),
    ("shuffle-second-not-moved", "composites", "index - first_count + common", "index"),
    ("insert-ignores-vector", "composites", "if (path.into_vector)\n        object",
     "if (false)\n        object"),
    ("transposes-not", "matrices", "emit_extract_element(l, columns[i], row_number), i)",
     "emit_extract_element(l, columns[i % type.rows], row_number), i)"),
    ("products-turned", "matrices", "times_vector(l, left, left_type.columns, emit_extract_value(l, right, i))",
     "times_vector(l, left, left_type.columns, emit_extract_value(l, right, 0))"),
    # ---- GLSL.std.450 ----
    ("round-away", "extended", '{"RoundEven", NULL, "llvm.roundeven"', '{"RoundEven", NULL, "llvm.round"'),
    ("nmax-is-nmin", "extended", '{"NMax", NULL, "llvm.maxnum"', '{"NMax", NULL, "llvm.minnum"'),
    ("halves-not-widened", "extended", '{"Tanh", expand_tanh, NULL, 1, RULE_WIDENED}',
     '{"Tanh", expand_tanh, NULL, 1, RULE_SHORT}'),
    ("find-msb-of-negative", "glsl_numbers", "highest_one(l, apply(l, IR_XOR, x, sign))", "highest_one(l, x)"),
    ("step-turned", "glsl_numbers", "IR_OLT, call->operands[1], call->operands[0]",
     "IR_OLT, call->operands[0], call->operands[1]"),
    ("fraction-unsigned", "glsl_parts", 'call2(l, "llvm.copysign", apply(l, IR_FSUB, x, whole), x)',
     "apply(l, IR_FSUB, x, whole)"),
    ("exponent-cut-off", "expression", "if (width_of(l, type) > 32) {\n        if (is_signed)", "if (false) {\n        if (is_signed)"),
    ("exponent-signed", "glsl_parts", "saturate_integer(l, exponent, scalar->is_signed)", "saturate_integer(l, exponent, true)"),
    ("atan2-right-half", "glsl_trigonometry",
     "choose(l, is_left, apply(l,", "choose(l, is_steep, apply(l,"),
    ("polynomial-short", "glsl_trigonometry", "polynomial(l, square, coefficients, sizeof coefficients",
     "polynomial(l, square, coefficients + 1, sizeof coefficients"),
    ("tanh-overflows", "glsl_trigonometry", "real(l, call->type, 10))", "real(l, call->type, 100))"),
    ("asinh-unsigned", "glsl_trigonometry",
     'call2(l, "llvm.copysign", area_function(l, call1(l, "llvm.fabs", x), 1), x)', "area_function(l, x, 1)"),
    ("unorm-of-negative", "glsl_packing", "real(l, type, is_signed ? -1 : 0)", "real(l, type, -1)"),
    ("snorm-below-minus-one", "glsl_packing",
     'is_signed ? call2(l, "llvm.maxnum", quotient, real(l, type, -1)) : quotient', "quotient"),
    ("cross-turned", "glsl_geometry", "apply(l, IR_FSUB, plus, minus)", "apply(l, IR_FSUB, minus, plus)"),
    ("refracts-always", "glsl_geometry", "choose(l, is_total, ir_zero(l->ir, type), refracted)", "refracted"),
    ("matrices-of-halves-not-widened", "glsl_geometry", "if (width_of(l, scalar) == 16)", "if (false)"),
    ("cofactors-transposed", "glsl_geometry", "without(&square, row, column)", "without(&square, column, row)"),
]


def build(folder):
    return subprocess.run(["ninja", "-C", os.path.join(folder, "build"), "bin/spirv-mmra"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def is_caught(folder):
    command = [sys.executable, os.path.join(HERE, "run.py"), "--command", os.path.join(folder, "build/bin/spirv-mmra")]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0


def plant(folder, name, file, old, new):
    path = os.path.join(folder, "translator", file + ".c")
    with open(path) as source:
        text = source.read()
    if text.count(old) != 1:
        return "no match"
    with open(path, "w") as source:
        source.write(text.replace(old, new))
    try:
        if not build(folder):
            return "no build"
        return "killed" if is_caught(folder) else "survived"
    finally:
        with open(path, "w") as source:
            source.write(text)


def main():
    only, bad = sys.argv[1:], 0
    with tempfile.TemporaryDirectory() as folder:
        for part in ("CMakeLists.txt", "cmake", "spirv", "mmra", "translator"):
            source, target = os.path.join(ROOT, part), os.path.join(folder, part)
            if not os.path.exists(source):
                continue
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, target)
        subprocess.run(["cmake", "-G", "Ninja", "-S", folder, "-B", os.path.join(folder, "build"), "-DSMMRA_TESTS=OFF",
                        "-DCMAKE_C_FLAGS=-w"], stdout=subprocess.DEVNULL, check=True)
        if not build(folder) or is_caught(folder):
            sys.exit("fails without any mistake")
        for mistake in MISTAKES:
            if only and mistake[0] not in only:
                continue
            result = plant(folder, *mistake)
            print("%-9s %s" % (result, mistake[0]), flush=True)
            bad += result != "killed"
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
