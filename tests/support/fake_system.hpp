// A tree of files in place of /proc and /sys.
#pragma once

#include "device/memory/system_files.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace clmem_core::test {

// Where sysfs describes the card at the PCI address 0000:03:00.0.
inline const std::string card_folder = "/sys/bus/pci/devices/0000:03:00.0/";

class fake_system {
  public:
    fake_system() { std::filesystem::create_directories(root_); }
    ~fake_system() { std::filesystem::remove_all(root_); }
    fake_system(const fake_system &) = delete;
    fake_system &operator=(const fake_system &) = delete;

    void write(const std::string &path, const std::string &text) const {
        std::filesystem::create_directories((root_ + path).substr(0, (root_ + path).rfind('/')));
        std::ofstream{root_ + path} << text;
    }
    void link(const std::string &path, const std::string &target) const {
        std::filesystem::create_directories((root_ + path).substr(0, (root_ + path).rfind('/')));
        std::filesystem::create_symlink(target, root_ + path);
    }
    void remove(const std::string &path) const { std::filesystem::remove(root_ + path); }

    // A host with 1000 and 600 KiB of memory, of which the process uses 3 pages.
    void add_host() const {
        write("/proc/meminfo", "MemTotal:        1000 kB\nMemFree:          100 kB\nMemAvailable:     600 kB\n");
        write("/proc/self/statm", "20 3 2 1 0 4 0\n");
    }
    // A descriptor of a graphics card, with what the driver says of it.
    void add_card(const std::string &descriptor, const std::string &text) const {
        link("/proc/self/fd/" + descriptor, "/dev/dri/renderD128");
        write("/proc/self/fdinfo/" + descriptor, text);
    }

    [[nodiscard]] system_files files() const { return system_files{root_}; }

  private:
    std::string root_ = std::filesystem::temp_directory_path() / ("clmem-system-" + std::to_string(getpid()));
};

} // namespace clmem_core::test
