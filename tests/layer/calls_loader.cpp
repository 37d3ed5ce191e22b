// A program that calls the loader it is linked with.
#include <cstdio>

extern "C" const char *clGetPlatformIDs();

int main() {
    std::puts(clGetPlatformIDs());
    return 5;
}
