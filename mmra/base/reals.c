#include "mmra/base/reals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBER = 512, MOST_POINT = 16 };

/* Returns the text between both digits of 0.0 in the process's locale, which may have changed. */
static size_t point_of_locale(char point[MOST_POINT]) {
    char zero[MOST_POINT + 2];
    snprintf(zero, sizeof zero, "%.1f", 0.0);
    size_t length = strlen(zero) - 2;
    snprintf(point, MOST_POINT, "%.*s", (int)length, zero + 1);
    return length;
}

/* A number with the locale's point, and where its own point stands, or its end. */
struct local {
    char text[MOST_NUMBER + MOST_POINT];
    size_t at, longer; /* by which what follows the point is moved */
};

static void localize(struct local *local, const char *text) {
    char point[MOST_POINT];
    size_t length = strspn(text, " +-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t size = point_of_locale(point);
    length = length < MOST_NUMBER ? length : 0;
    *local = (struct local){.longer = size - 1};
    memcpy(local->text, text, length);
    local->at = strcspn(local->text, ".");
    if (local->at == length)
        return;
    memcpy(local->text + local->at, point, size);
    memcpy(local->text + local->at + size, text + local->at + 1, length - local->at - 1);
}

static const char *end_of(const struct local *local, const char *text, const char *end) {
    size_t length = (size_t)(end - local->text);
    return text + (length > local->at ? length - local->longer : length);
}

double real_read(const char *text, const char **end) {
    struct local local;
    char *stopped;
    localize(&local, text);
    double number = strtod(local.text, &stopped);
    if (end)
        *end = end_of(&local, text, stopped);
    return number;
}

float real_read_single(const char *text, const char **end) {
    struct local local;
    char *stopped;
    localize(&local, text);
    float number = strtof(local.text, &stopped);
    if (end)
        *end = end_of(&local, text, stopped);
    return number;
}

void real_write(char *text, size_t size, int digits, double number) {
    char point[MOST_POINT];
    size_t length = point_of_locale(point);
    snprintf(text, size, "%.*g", digits, number);
    char *at = strstr(text, point);
    if (!at)
        return;
    *at = '.';
    memmove(at + 1, at + length, strlen(at + length) + 1);
}
