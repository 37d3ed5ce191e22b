// A device that gives the answers that a test sets, and otherwise those of the real device.
#pragma once

#include "device/choice.hpp"
#include "opencl_table.hpp"

#include <CL/cl_ext.h>
#include <cstring>
#include <map>
#include <string_view>
#include <type_traits>
#include <vector>

namespace clmem_core::test {

class device_answers : public opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        subject = choose_device(nullptr);
        platform = nullptr;
        ASSERT_EQ(real.clGetDeviceInfo(subject, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), CL_SUCCESS);
        answers.clear();
        platform_answers.clear();
        cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                            size_t *out_size) {
            const auto found = answers.find(info);
            if (found == answers.end()) { return real.clGetDeviceInfo(id, info, size, out, out_size); }
            return copy(found->second, size, out, out_size);
        };
        cl::dispatch().clGetPlatformInfo = [](cl_platform_id id, cl_platform_info info, size_t size, void *out,
                                              size_t *out_size) {
            const auto found = platform_answers.find(info);
            if (found == platform_answers.end()) { return real.clGetPlatformInfo(id, info, size, out, out_size); }
            return copy(found->second, size, out, out_size);
        };
    }

    template <class T>
    static void answer(cl_device_info info, const T &value) {
        static_assert(std::is_trivially_copyable_v<T>);
        answers[info].resize(sizeof value);
        std::memcpy(answers[info].data(), &value, sizeof value);
    }
    static void answer(cl_device_info info, const char *text) { answers[info] = bytes_of(text); }
    // Makes the device too old to know the property.
    static void does_not_know(cl_device_info info) { answers[info].clear(); }
    static void platform_answer(cl_platform_info info, const char *text) { platform_answers[info] = bytes_of(text); }

    // Makes the device a GPU with dedicated local memory.
    static void pretend_gpu(cl_uint vendor_id, const char *vendor, const char *extensions) {
        answer(CL_DEVICE_TYPE, cl_device_type{CL_DEVICE_TYPE_GPU});
        answer(CL_DEVICE_VENDOR_ID, vendor_id);
        answer(CL_DEVICE_VENDOR, vendor);
        answer(CL_DEVICE_EXTENSIONS, extensions);
        answer(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type{CL_LOCAL});
    }
    static void pretend_nvidia(cl_uint major, cl_uint minor) {
        pretend_gpu(0x10DE, "NVIDIA Corporation", "cl_khr_fp64 cl_nv_device_attribute_query");
        answer(CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, major);
        answer(CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV, minor);
        answer(CL_DEVICE_WARP_SIZE_NV, cl_uint{32});
        answer(CL_DEVICE_REGISTERS_PER_BLOCK_NV, cl_uint{65536});
    }

    cl_device_id subject = nullptr;
    cl_platform_id platform = nullptr;

  private:
    using byte_list = std::vector<unsigned char>;

    static byte_list bytes_of(std::string_view text) {
        byte_list all(text.begin(), text.end());
        all.push_back('\0');
        return all;
    }
    static cl_int copy(const byte_list &value, size_t size, void *out, size_t *out_size) {
        if (value.empty()) { return CL_INVALID_VALUE; }
        if (out_size != nullptr) { *out_size = value.size(); }
        if (out == nullptr) { return CL_SUCCESS; }
        if (size < value.size()) { return CL_INVALID_VALUE; }
        std::memcpy(out, value.data(), value.size());
        return CL_SUCCESS;
    }

    static inline std::map<cl_device_info, byte_list> answers;
    static inline std::map<cl_platform_info, byte_list> platform_answers;
};

} // namespace clmem_core::test
