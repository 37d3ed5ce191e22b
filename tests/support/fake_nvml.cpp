// A library with NVML's functions, for tests of its loading: one card with 1000 bytes.
#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED int nvmlInit_v2() {
    return CLMEM_TEST_NVML_START;
}
EXPORTED int nvmlDeviceGetHandleByUUID(const char *, void **) {
    return 6; // not found
}
EXPORTED int nvmlDeviceGetHandleByPciBusId_v2(const char *, void **out) {
    static int card;
    *out = &card;
    return 0;
}
#if CLMEM_TEST_NVML_MEMORY
EXPORTED int nvmlDeviceGetMemoryInfo(void *, unsigned long long *out) {
    out[0] = 1000;
    out[1] = 300;
    out[2] = 700;
    return 0;
}
#endif
