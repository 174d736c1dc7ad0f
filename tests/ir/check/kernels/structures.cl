typedef struct {
    int kind;
    float weights[3];
    char name[5];
} item;
kernel void structures(global item *items, item by_value) {
    items[get_global_id(0)] = by_value;
    items[get_global_id(0)].weights[1] *= 2;
    if (items[0].name[2] == 'x')
        items[1] = items[0];
}
