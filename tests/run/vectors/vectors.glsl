// Long vectors (GL_EXT_long_vector), or with PLAIN arrays of as many scalars, which any driver runs: the same numbers in the same places
// of scalar blocks. A statement of EACH is one on whole vectors, or one on each component.
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#ifdef PLAIN
#define VECTOR(type, count) type[count]
#define EACH(count, statement) for (uint each = 0; each < count; each++) { statement; }
#define AT(x) x[each]
#define CAST(type, count, x) type(x)
#define LESS(x, y) ((x) < (y))
#define EQUAL(x, y) ((x) == (y))
#define NOT(x) (!(x))
#else
#extension GL_EXT_long_vector : require
#define VECTOR(type, count) vector<type, count>
#define EACH(count, statement) { statement; }
#define AT(x) x
#define CAST(type, count, x) vector<type, count>(x)
#define LESS(x, y) lessThan(x, y)
#define EQUAL(x, y) equal(x, y)
#define NOT(x) not(x)
#endif
