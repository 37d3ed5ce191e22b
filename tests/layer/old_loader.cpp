// Looks like an OpenCL loader from before the layers, with one function.
extern "C" const char *clGetPlatformIDs();
extern "C" const char *clGetPlatformIDs() {
    return "/etc/OpenCL/vendors";
}
