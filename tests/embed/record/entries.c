/* entries LAYER: of the commands whose names the input has, one in each line, prints those that the layer does not
 * receive when it records. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void (*function)(void);

int main(int argc, char **argv) {
    char name[256];
    function (*find)(const char *);
    void *layer = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL,
         *symbol = layer ? dlsym(layer, "record_function") : NULL;
    if (!symbol)
        return 2;
    memcpy(&find, &symbol, sizeof find);
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        if (!find(name))
            puts(name);
    }
    return 0;
}
