/* Memory Semantics in short (SPIR-V 3.25), for tables of cases. */
#ifndef TESTS_SEMANTICS_H
#define TESTS_SEMANTICS_H

enum {
    ACQ = 0x2,
    REL = 0x4,
    ACQ_REL = 0x8,
    SEQ = 0x10,
    UNIFORM = 0x40,
    SUBGROUP = 0x80,
    WORKGROUP = 0x100,
    CROSS = 0x200,
    COUNTER = 0x400,
    IMAGE = 0x800,
    OUTPUT = 0x1000,
    MAKE_A = 0x2000,
    MAKE_V = 0x4000,
    VOLATILE_SEMANTICS = 0x8000
};

#endif
