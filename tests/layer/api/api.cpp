// A program that prints how OpenCL answers right and wrong calls: nearly every one that has to do with memory, and every
// question about its objects. What it prints is the same each time. Arguments: the parts to run, none for
// a list of them, or `platform` for the name of the OpenCL platform.
#include "api.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

namespace {

const char *part_name = "";

std::map<const void *, std::string> &names() {
    static std::map<const void *, std::string> all;
    return all;
}

void require(cl_int result, const char *call) {
    if (result == CL_SUCCESS) { return; }
    std::printf("%s: code %d\n", call, result);
    std::_Exit(1);
}

std::string number_in(const std::vector<unsigned char> &answer) {
    if (answer.size() > sizeof(unsigned long long)) {
        std::string bytes;
        for (const unsigned char each : answer) {
            char digits[4];
            std::snprintf(digits, sizeof digits, "%02x ", each);
            bytes += digits;
        }
        return bytes;
    }
    unsigned long long value = 0;
    std::memcpy(&value, answer.data(), answer.size());
    return std::to_string(value);
}

std::string handle_in(const std::vector<unsigned char> &answer) {
    std::string text;
    for (std::size_t at = 0; at + sizeof(void *) <= answer.size(); at += sizeof(void *)) {
        const void *handle = nullptr;
        std::memcpy(&handle, answer.data() + at, sizeof handle);
        const auto known = names().find(handle);
        text += (at > 0 ? ", " : "");
        text += handle == nullptr ? "NULL" : known == names().end() ? "another handle" : known->second;
    }
    return text;
}

std::string shown(const std::vector<unsigned char> &answer, kind how) {
    switch (how) {
    case kind::number:
        return number_in(answer);
    case kind::handle:
        return handle_in(answer);
    case kind::text:
        return {answer.begin(), answer.end() - (answer.empty() ? 0 : 1)};
    case kind::size:
        return "not shown";
    }
    return {};
}

void settle(const std::string &of, const std::function<cl_uint()> &count, cl_uint expected) {
    cl_uint found = count();
    for (int tries = 0; tries < 1000 && found != expected; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        found = count();
    }
    number("references of " + of, found);
}

} // namespace

void line(const std::string &text) {
    std::printf("%s: %s\n", part_name, text.c_str());
    std::fflush(stdout);
}

void code(const std::string &call, cl_int result) {
    line(call + ": code " + std::to_string(result));
}

void number(const std::string &what, unsigned long long value) {
    line(what + ": " + std::to_string(value));
}

void name(const void *handle, const std::string &as) {
    if (handle != nullptr) { names()[handle] = as; }
}

void ask(const std::string &of, const query &get, std::initializer_list<question> questions) {
    for (const question &each : questions) {
        std::size_t bytes = 0;
        const cl_int first = get(each.parameter, 0, nullptr, &bytes);
        std::string text = of + ", " + each.name + ": code " + std::to_string(first);
        if (first == CL_SUCCESS) {
            std::vector<unsigned char> answer(bytes + 1, 0xAA);
            const cl_int second = get(each.parameter, bytes, answer.data(), nullptr);
            answer.resize(bytes);
            text += ", " + std::to_string(bytes) + " bytes, code " + std::to_string(second) + ", ";
            text += shown(answer, each.how);
            if (bytes > 0) {
                text += "; into " + std::to_string(bytes - 1) + " bytes: code ";
                text += std::to_string(get(each.parameter, bytes - 1, answer.data(), nullptr));
            }
        }
        line(text);
    }
    std::size_t bytes = 0;
    code(of + ", a question that does not exist", get(0x7777, 0, nullptr, &bytes));
}

void ask_memory(const std::string &of, cl_mem memory) {
    const query get = [memory](cl_uint parameter, std::size_t bytes, void *answer, std::size_t *out_bytes) {
        return clGetMemObjectInfo(memory, parameter, bytes, answer, out_bytes);
    };
    ask(of, get,
        {{"CL_MEM_TYPE", CL_MEM_TYPE},
         {"CL_MEM_FLAGS", CL_MEM_FLAGS},
         {"CL_MEM_SIZE", CL_MEM_SIZE},
         {"CL_MEM_HOST_PTR", CL_MEM_HOST_PTR, kind::handle},
         {"CL_MEM_MAP_COUNT", CL_MEM_MAP_COUNT},
         {"CL_MEM_REFERENCE_COUNT", CL_MEM_REFERENCE_COUNT},
         {"CL_MEM_CONTEXT", CL_MEM_CONTEXT, kind::handle},
         {"CL_MEM_ASSOCIATED_MEMOBJECT", CL_MEM_ASSOCIATED_MEMOBJECT, kind::handle},
         {"CL_MEM_OFFSET", CL_MEM_OFFSET},
         {"CL_MEM_USES_SVM_POINTER", CL_MEM_USES_SVM_POINTER},
         {"CL_MEM_PROPERTIES", CL_MEM_PROPERTIES}});
}

void ask_image(const std::string &of, cl_mem image) {
    const query get = [image](cl_uint parameter, std::size_t bytes, void *answer, std::size_t *out_bytes) {
        return clGetImageInfo(image, parameter, bytes, answer, out_bytes);
    };
    ask(of, get,
        {{"CL_IMAGE_FORMAT", CL_IMAGE_FORMAT},
         {"CL_IMAGE_ELEMENT_SIZE", CL_IMAGE_ELEMENT_SIZE},
         {"CL_IMAGE_ROW_PITCH", CL_IMAGE_ROW_PITCH},
         {"CL_IMAGE_SLICE_PITCH", CL_IMAGE_SLICE_PITCH},
         {"CL_IMAGE_WIDTH", CL_IMAGE_WIDTH},
         {"CL_IMAGE_HEIGHT", CL_IMAGE_HEIGHT},
         {"CL_IMAGE_DEPTH", CL_IMAGE_DEPTH},
         {"CL_IMAGE_ARRAY_SIZE", CL_IMAGE_ARRAY_SIZE},
         {"CL_IMAGE_BUFFER", CL_IMAGE_BUFFER, kind::handle},
         {"CL_IMAGE_NUM_MIP_LEVELS", CL_IMAGE_NUM_MIP_LEVELS},
         {"CL_IMAGE_NUM_SAMPLES", CL_IMAGE_NUM_SAMPLES}});
}

void ask_event(const std::string &of, cl_event event) {
    const query get = [event](cl_uint parameter, std::size_t bytes, void *answer, std::size_t *out_bytes) {
        return clGetEventInfo(event, parameter, bytes, answer, out_bytes);
    };
    ask(of, get,
        {{"CL_EVENT_COMMAND_QUEUE", CL_EVENT_COMMAND_QUEUE, kind::handle},
         {"CL_EVENT_CONTEXT", CL_EVENT_CONTEXT, kind::handle},
         {"CL_EVENT_COMMAND_TYPE", CL_EVENT_COMMAND_TYPE},
         {"CL_EVENT_COMMAND_EXECUTION_STATUS", CL_EVENT_COMMAND_EXECUTION_STATUS}});
}

void references(const std::string &of, cl_mem memory, cl_uint expected) {
    const auto count = [memory] {
        cl_uint found = 0;
        clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof found, &found, nullptr);
        return found;
    };
    settle(of, count, expected);
}

void references(const std::string &of, cl_context context, cl_uint expected) {
    const auto count = [context] {
        cl_uint found = 0;
        clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof found, &found, nullptr);
        return found;
    };
    settle(of, count, expected);
}

void references(const std::string &of, cl_command_queue queue, cl_uint expected) {
    const auto count = [queue] {
        cl_uint found = 0;
        clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof found, &found, nullptr);
        return found;
    };
    settle(of, count, expected);
}

void references(const std::string &of, cl_event event, cl_uint expected) {
    const auto count = [event] {
        cl_uint found = 0;
        clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof found, &found, nullptr);
        return found;
    };
    settle(of, count, expected);
}

device::device() {
    require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
    cl_int result = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &result);
    require(result, "clCreateContext");
    queue = clCreateCommandQueue(context, id, 0, &result);
    require(result, "clCreateCommandQueue");
    name(platform, "the platform");
    name(id, "the device");
    name(context, "the context");
    name(queue, "the queue");
}

device::~device() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

bool device::at_least(int major, int minor) const {
    for (const bool of_platform : {true, false}) {
        char text[256] = {};
        if (of_platform) {
            clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text - 1, text, nullptr);
        } else {
            clGetDeviceInfo(id, CL_DEVICE_VERSION, sizeof text - 1, text, nullptr);
        }
        int found_major = 0;
        int found_minor = 0;
        if (std::sscanf(text, "OpenCL %d.%d", &found_major, &found_minor) != 2) { return false; }
        if (10 * found_major + found_minor < 10 * major + minor) { return false; }
    }
    return true;
}

bool device::has_images() const {
    cl_bool answer = CL_FALSE;
    clGetDeviceInfo(id, CL_DEVICE_IMAGE_SUPPORT, sizeof answer, &answer, nullptr);
    return answer == CL_TRUE;
}

std::size_t device::alignment() const {
    cl_uint bits = 0;
    clGetDeviceInfo(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr);
    return bits / 8;
}

void *device::extension(const char *function) const {
    return clGetExtensionFunctionAddressForPlatform(platform, function);
}

cl_mem device::counted(std::size_t bytes, cl_mem_flags flags) const {
    cl_int result = CL_SUCCESS;
    cl_mem made = clCreateBuffer(context, flags, bytes, nullptr, &result);
    require(result, "clCreateBuffer");
    const std::vector<unsigned char> data = counting(bytes);
    require(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    return made;
}

void device::contents(const std::string &of, cl_mem memory, std::size_t bytes) const {
    std::vector<unsigned char> data(bytes);
    code("read of " + of, clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr));
    ::contents(of, data.data(), bytes);
}

void device::release(const std::string &of, cl_mem memory) const {
    code("release of " + of, clReleaseMemObject(memory));
}

std::vector<unsigned char> counting(std::size_t bytes) {
    std::vector<unsigned char> made(bytes);
    for (std::size_t at = 0; at < bytes; ++at) {
        made[at] = static_cast<unsigned char>(at);
    }
    return made;
}

void contents(const std::string &of, const void *data, std::size_t bytes) {
    const auto *const at = static_cast<const unsigned char *>(data);
    std::size_t sum = 14695981039346656037U;
    std::string text = of + " holds";
    for (std::size_t i = 0; i < bytes; ++i) {
        sum = (sum ^ at[i]) * 1099511628211U;
        if (i < 16) { text.append(" ").append(std::to_string(at[i])); }
    }
    line(text + ", sum " + std::to_string(sum));
}

int main(int count, char **words) {
    struct part {
        const char *name;
        void (*run)();
    };
    constexpr part all[] = {
        {"contexts", contexts},     {"buffers", buffers}, {"parts", parts},   {"transfers", transfers},
        {"rectangles", rectangles}, {"maps", maps},       {"images", images}, {"host_pointers", host_pointers},
        {"kernels", kernels},       {"queues", queues},   {"events", events}, {"callbacks", callbacks},
        {"shared", shared},         {"unified", unified}, {"others", others}};
    if (count == 2 && std::strcmp(words[1], "platform") == 0) {
        const device in;
        char text[256] = {};
        clGetPlatformInfo(in.platform, CL_PLATFORM_NAME, sizeof text - 1, text, nullptr);
        std::puts(text);
    }
    for (const part &each : all) {
        if (count < 2) { std::puts(each.name); }
        for (int at = 1; at < count; ++at) {
            if (std::strcmp(words[at], each.name) != 0) { continue; }
            part_name = each.name;
            each.run();
            line("the end");
        }
    }
    return 0;
}
