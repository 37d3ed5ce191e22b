// For `clmem run --loader=clmem`: the dynamic linker asks this library for each file that it looks for (rtld-audit(7)).
// OpenCL loaders without layers are replaced by the one next to this library, even those that a program names by path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static char own[4096]; // the path of clmem's loader, empty if it is unknown

static int is_loader(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash != NULL && strncmp(slash + 1, "libOpenCL.so", strlen("libOpenCL.so")) == 0;
}

// Whether this is a file, and does not contain the name of the variable.
static int lacks_layers(const char *path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    int lacks = 0;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        const size_t bytes = (size_t)about.st_size;
        void *const content = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
        if (content != MAP_FAILED) {
            lacks = memmem(content, bytes, "OPENCL_LAYERS", strlen("OPENCL_LAYERS")) == NULL;
            munmap(content, bytes);
        }
    }
    if (file >= 0) { close(file); }
    return lacks;
}

EXPORT unsigned int la_version(unsigned int version) {
    Dl_info place;
    if (dladdr((void *)(uintptr_t)&la_version, &place) != 0 && place.dli_fname != NULL) {
        const char *const slash = strrchr(place.dli_fname, '/');
        const int folder = slash == NULL ? 0 : (int)(slash - place.dli_fname);
        const int length = snprintf(own, sizeof own, "%.*s/libOpenCL.so.1", folder, place.dli_fname);
        if (folder == 0 || length < 0 || (size_t)length >= sizeof own) { own[0] = '\0'; }
    }
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned int flag) {
    (void)cookie;
    (void)flag;
    return own[0] != '\0' && is_loader(name) && lacks_layers(name) ? own : (char *)(uintptr_t)name;
}
