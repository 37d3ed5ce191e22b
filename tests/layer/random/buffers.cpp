// Creates, asks about and releases buffers and their parts.
#include "actor.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace {

std::size_t any_size(dice &random) {
    switch (random.below(12)) {
    case 0:
        return random.between(1, 64);
    case 1:
    case 2:
        return random.between(64, 4096);
    case 3:
        return random.between(1 << 16, 1 << 20);
    case 4:
        return std::size_t{1} << random.between(4, 20);
    case 5:
        return 3 * 4096;
    default: // few sizes, so that memory is used again
        return random.of({std::size_t{256}, std::size_t{1024}, std::size_t{4096}, std::size_t{65536}});
    }
}

cl_mem_flags any_flags(dice &random) {
    cl_mem_flags flags = random.of<cl_mem_flags>({0, CL_MEM_READ_WRITE, CL_MEM_READ_WRITE, CL_MEM_READ_WRITE,
                                                  CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY});
    if (random.one_in(6)) {
        flags |= random.of<cl_mem_flags>({CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS});
    }
    if (random.one_in(8)) { flags |= CL_MEM_ALLOC_HOST_PTR; }
    return flags;
}

} // namespace

void add_object(actor &in, const memory &made, const char *kind) {
    made->number = in.next();
    made->name = std::string{kind} + " " + std::to_string(made->number);
    in.names[made->handle] = made->name;
    in.objects.push_back(made);
}

// The first content, by a command, unless the host or other memory is the source.
void fill_first(actor &in, const memory &made) {
    const unsigned char value = in.random.byte();
    const command done = in.enqueue("first fill of " + made->name, {{}, {made->in.get()}}, false,
                                    [&](cl_command_queue queue, const waits &waited, cl_event *out) {
                                        return clEnqueueFillBuffer(queue, made->handle, &value, 1, 0, made->bytes,
                                                                   waited.count(), waited.list(), out);
                                    });
    if (done == nullptr) { return; }
    const std::vector<unsigned char> bytes(made->bytes, value);
    in.set_content(*made, 0, bytes.data(), bytes.size());
}

void create_buffer(actor &in) {
    if (in.objects.size() >= 40) { return release_object(in); }
    auto made = std::make_shared<object>();
    made->bytes = any_size(in.random);
    made->flags = any_flags(in.random);
    made->in = std::make_shared<storage>(made->bytes);
    pages *host = nullptr;
    if (in.random.one_in(7)) {
        const std::vector<unsigned char> bytes = in.random.bytes(made->bytes);
        in.kept.push_back(std::make_unique<pages>(bytes.begin(), bytes.end()));
        host = in.kept.back().get();
        const bool is_used = (made->flags & CL_MEM_ALLOC_HOST_PTR) == 0 && in.random.one_in(3);
        made->flags |= is_used ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
        made->host = is_used ? host : nullptr;
    }
    cl_int code = CL_SUCCESS;
    if (in.random.one_in(5)) {
        const cl_mem_properties none = 0;
        made->handle = clCreateBufferWithProperties(in.context, in.random.one_in(2) ? &none : nullptr, made->flags,
                                                    made->bytes, host != nullptr ? host->data() : nullptr, &code);
    } else {
        made->handle =
            clCreateBuffer(in.context, made->flags, made->bytes, host != nullptr ? host->data() : nullptr, &code);
    }
    if (made->handle == nullptr) { return in.out.line("buffer of ", made->bytes, " bytes: code ", code); }
    add_object(in, made, "buffer");
    in.out.line(made->name, " of ", made->bytes, " bytes, flags ", made->flags, ": code ", code);
    if (host != nullptr) {
        in.set_content(*made, 0, host->data(), made->bytes);
    } else if (!in.random.one_in(6)) {
        fill_first(in, made);
    }
}

void create_part(actor &in) {
    if (!in.on.draws("parts")) { return; }
    const memory parent = in.any(false);
    if (parent == nullptr || parent->what != object::kind::buffer || parent->bytes < 2 * in.on.alignment) { return; }
    auto made = std::make_shared<object>();
    made->what = object::kind::part;
    made->origin = in.random.below(parent->bytes / in.on.alignment) * in.on.alignment;
    made->bytes = in.random.between(1, parent->bytes - made->origin);
    made->flags = in.random.one_in(4) ? parent->flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) : 0;
    made->in = parent->in;
    made->parent = parent;
    const cl_buffer_region region{made->origin, made->bytes};
    cl_int code = CL_SUCCESS;
    made->handle = clCreateSubBuffer(parent->handle, made->flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (made->handle == nullptr) { return in.out.line("part of ", parent->name, ": code ", code); }
    made->flags |= parent->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if ((made->flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) == 0) {
        made->flags |= parent->flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
    }
    parent->is_covered = true;
    add_object(in, made, "part");
    in.out.line(made->name, " of ", parent->name, ", ", made->origin, " + ", made->bytes, ": code ", code);
}

// The program's last reference to the object goes; its commands may still run.
void release(actor &in, const memory &object) {
    while (object->references > 0) {
        --object->references;
        if (object->references == 0) {
            in.names.erase(object->handle != nullptr ? object->handle : object->address);
            in.forget(object);
        }
        if (object->handle != nullptr) {
            in.out.line("release of ", object->name, ": code ", clReleaseMemObject(object->handle));
        } else {
            free_svm(in, object);
        }
    }
}

void release_object(actor &in) {
    if (in.objects.empty()) { return; }
    const memory found = in.objects[in.random.below(in.objects.size())];
    const auto is_mapped = [&](const mapped &each) { return each.of == found; };
    if (std::ranges::any_of(in.maps, is_mapped)) { return; }
    release(in, found);
}

void retain_object(actor &in) {
    const memory found = in.any(false, in.random.one_in(4));
    if (found == nullptr || found->references > 3) { return; }
    ++found->references;
    in.out.line("retain of ", found->name, ": code ", clRetainMemObject(found->handle));
}

namespace {

template <class Value>
std::string answer(const object &of, cl_mem_info question) {
    Value value{};
    std::size_t bytes = 0;
    const cl_int code = clGetMemObjectInfo(of.handle, question, sizeof value, static_cast<void *>(&value), &bytes);
    if (code != CL_SUCCESS) { return "code " + std::to_string(code); }
    return std::to_string(value) + " (" + std::to_string(bytes) + ")";
}

template <class Handle>
std::string handle_answer(const actor &in, const object &of, cl_mem_info question) {
    Handle value{};
    const cl_int code = clGetMemObjectInfo(of.handle, question, sizeof value, static_cast<void *>(&value), nullptr);
    return code != CL_SUCCESS ? "code " + std::to_string(code) : in.named(value);
}

template <class Value>
std::string image_answer(const object &of, cl_image_info question) {
    Value value{};
    const cl_int code = clGetImageInfo(of.handle, question, sizeof value, &value, nullptr);
    return code != CL_SUCCESS ? "code " + std::to_string(code) : std::to_string(value);
}

std::string host_pointer(const object &of) {
    void *value = nullptr;
    const cl_int code =
        clGetMemObjectInfo(of.handle, CL_MEM_HOST_PTR, sizeof value, static_cast<void *>(&value), nullptr);
    if (code != CL_SUCCESS) { return "code " + std::to_string(code); }
    if (value == nullptr) { return "NULL"; }
    const object &root = of.parent != nullptr ? *of.parent : of;
    if (root.host == nullptr) { return "some memory"; }
    return "the host's + " + std::to_string(static_cast<unsigned char *>(value) - root.host->data());
}

} // namespace

void ask_object(actor &in) {
    const memory found = in.any(false, in.random.one_in(4));
    if (found == nullptr) { return; }
    const object &of = *found;
    const auto show = [&](const char *what, const std::string &text) { in.out.line(of.name, ", ", what, ": ", text); };
    switch (in.random.below(10)) {
    case 0:
        return show("type", answer<cl_mem_object_type>(of, CL_MEM_TYPE));
    case 1:
        return show("flags", answer<cl_mem_flags>(of, CL_MEM_FLAGS));
    case 2:
        return show("size", answer<std::size_t>(of, CL_MEM_SIZE));
    case 3:
        return show("host pointer", host_pointer(of));
    case 4:
        return show("maps", of.is_covered ? "not asked" : answer<cl_uint>(of, CL_MEM_MAP_COUNT));
    case 5:
        return show("context", handle_answer<cl_context>(in, of, CL_MEM_CONTEXT));
    case 6:
        return show("parent", handle_answer<cl_mem>(in, of, CL_MEM_ASSOCIATED_MEMOBJECT));
    case 7:
        return show("offset", answer<std::size_t>(of, CL_MEM_OFFSET));
    case 8:
        return show("uses SVM", answer<cl_bool>(of, CL_MEM_USES_SVM_POINTER));
    default:
        if (of.width == 0) { return show("unknown question", answer<cl_uint>(of, 0x7777)); }
        show("width", image_answer<std::size_t>(of, CL_IMAGE_WIDTH));
        show("height", image_answer<std::size_t>(of, CL_IMAGE_HEIGHT));
        show("row pitch", image_answer<std::size_t>(of, CL_IMAGE_ROW_PITCH));
        show("element", image_answer<std::size_t>(of, CL_IMAGE_ELEMENT_SIZE));
    }
}

// Drivers count maps, parts and kernels' arguments as they like, and release references late.
void ask_references(actor &in, const memory &of) {
    if (of->handle == nullptr || of->is_argument || of->is_covered) { return; }
    cl_uint found = 0;
    for (int tries = 0; tries < 500; ++tries) {
        (void)clGetMemObjectInfo(of->handle, CL_MEM_REFERENCE_COUNT, sizeof found, &found, nullptr);
        if (found == of->references) { break; }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    in.out.line(of->name, ", references: ", found);
}
