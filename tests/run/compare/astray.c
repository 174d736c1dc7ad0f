/* A part of a translation that goes astray: as it is loaded, it writes over the name of a shader wherever processes
 * share it. comparer.sh links it. */
#include <stdio.h>
#include <string.h>

static const char name[] = "written-over", other[] = "astray";

static void write_over(char *from, const char *to) {
    for (char *at = from; to - at >= (long)sizeof name; at++)
        if (memcmp(at, name, sizeof name) == 0)
            memcpy(at, other, sizeof other);
}

__attribute__((constructor)) static void go_astray(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], may[8];
    void *from, *to;
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%p-%p %4s", &from, &to, may) == 3 && may[0] == 'r' && may[3] == 's')
            write_over(from, to);
    if (maps)
        fclose(maps);
}
