"""Makes the rows of validator_age.c: since when SPIRV-Tools knows a name, of spirv/later_names.txt.

    generate_later.py OUTPUT
"""
import pathlib
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "spirv"))
import later_names

KINDS = {"Capability": "CAPABILITY", "Extension": "EXTENSION", "Instruction": "INSTRUCTION", "ExecutionMode": "EXECUTION_MODE"}


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    rows = ['{LATER_%s, %d, "%s", "%s"},' % (KINDS[kind], number, version, name)
            for kind, number, name, version in later_names.read() if kind in KINDS]
    pathlib.Path(sys.argv[1]).write_text("\n".join(rows) + "\n", encoding="utf-8")


main()
