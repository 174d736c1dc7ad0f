#version 460
/* It has no memory. */
void main() {}
