/* What needs a whole quad: the differences of coordinates that choose a level of detail. */
#include "host/functions.h"
#include "host/runtime.h"
#include "host/shape.h"

struct gradients {
    f32x4 dx, dy;
};

/* In the lane's own row and column of the quad. */
static struct gradients gradients_of(uint32_t place, f32x4 coordinate) {
    struct gradients gradients;
    float quad[4][4];
    uint32_t lane = host_exchange_in_quad(place, (const float *)&coordinate, quad);
    for (uint32_t i = 0; i < 4; i++) {
        gradients.dx[i] = quad[lane | 1][i] - quad[lane & ~1u][i];
        gradients.dy[i] = quad[lane | 2][i] - quad[lane & ~2u][i];
    }
    return gradients;
}

i32x4 smmra_host_image_sample_in_quad(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                                      uint32_t shape, f32x4 coordinate, float bias, float compare, i32x4 offset,
                                      uint32_t place) {
    struct gradients gradients = gradients_of(place, coordinate);
    return smmra_host_image_sample(image, sampler, shape | SMMRA_HOST_SHAPE_LOD_GRADIENTS, coordinate, bias, compare,
                                   offset, gradients.dx, gradients.dy);
}

f32x2 smmra_host_image_level(const struct smmra_host_image *image, const struct smmra_host_sampler *sampler,
                             uint32_t shape, f32x4 coordinate, uint32_t place) {
    struct gradients gradients = gradients_of(place, coordinate);
    struct host_level level =
        host_level_of(image, sampler, shape | SMMRA_HOST_SHAPE_LOD_GRADIENTS, (const float *)&coordinate,
                      (const float *)&gradients.dx, (const float *)&gradients.dy);
    return (f32x2){level.accessed, level.unbounded};
}
