// The steps of a case, and its callbacks.
#include "script.hpp"

#include "matching.hpp"
#include "opencl_objects.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace clmem::contract {

// The callbacks of a struct, by their types.
struct script::user {
    script *self;
    std::map<std::string, json> callbacks;
};

namespace {

class own_calls {
  public:
    own_calls() {
        if (runner_calls != nullptr) { runner_calls(true); }
    }
    ~own_calls() {
        if (runner_calls != nullptr) { runner_calls(false); }
    }
    own_calls(const own_calls &) = delete;
    own_calls &operator=(const own_calls &) = delete;
};

json replaced(const json &value, const std::string &number) {
    if (value.is_string()) {
        std::string text = value;
        for (std::size_t at = text.find("{i}"); at != std::string::npos; at = text.find("{i}", at)) {
            text.replace(at, 3, number);
        }
        return text;
    }
    json copy = value;
    if (value.is_object()) {
        copy = json::object();
        for (const auto &[key, part] : value.items()) {
            copy[replaced(key, number).get<std::string>()] = replaced(part, number);
        }
    } else if (value.is_array()) {
        for (json &part : copy) {
            part = replaced(part, number);
        }
    }
    return copy;
}

} // namespace

script::script(const interface &api, const json &given) : api_{api}, given_{given}, values_{api, memory_, *this} {}

// Releases what a failed case has left.
script::~script() {
    complete_open_events();
    for (; !owned_.empty(); owned_.pop_back()) {
        (void)calls().at(api_.release_of(owned_.back().type))(&owned_.back().value);
    }
}

void script::complete_open_events() noexcept {
    const own_calls now;
    const std::lock_guard lock{open_mutex_};
    for (const cl_event event : std::exchange(open_events_, {})) {
        try {
            set_user_event(event, CL_COMPLETE);
        } catch (const mismatch &) { continue; } // another thread has set it
    }
}

void script::run(const json &test) {
    const json given = test.value("given", json::array());
    for (const json &name : given) {
        steps(given_.at(name.get<std::string>()));
    }
    steps(test.at("steps"));
    release_owned();
    memory_.check_guards();
}

// ---- steps -----------------------------------------------------------------------------------------------------------

void script::steps(const json &list) {
    for (const json &one : list) {
        try {
            step(one);
            if (!problem_.empty()) { throw mismatch{std::exchange(problem_, {})}; }
        } catch (const fault &problem) {
            throw fault{"in " + one.dump() + ":\n    " + problem.what()};
        } catch (const json::exception &problem) {
            throw fault{"in " + one.dump() + ":\n    " + problem.what()};
        } catch (const mismatch &problem) { throw mismatch{"in " + one.dump() + ":\n    " + problem.what()}; }
    }
}

void script::step(const json &one) {
    if (one.contains("call")) { return call(one); }
    if (one.contains("check")) {
        return match(values_, one.at("is"), values_.resolved(one["check"]), one["check"].dump());
    }
    if (one.contains("set")) {
        values_.variables[one["set"]] = values_.resolved(one.at("to"));
        return;
    }
    if (one.contains("given")) { return steps(given_.at(one["given"].get<std::string>())); }
    if (one.contains("repeat")) { return repeat(one); }
    if (one.contains("thread")) { return other_thread(one["thread"]); }
    if (one.contains("memory")) { return memory(one); }
    if (one.contains("opencl")) { return opencl(one); }
    if (one.contains("callback")) {
        const std::lock_guard lock{mutex_};
        const std::string name = one["callback"];
        return match(values_, one.at("called"), called_[name], "calls of " + name);
    }
    throw fault{"unknown kind of step"};
}

void script::repeat(const json &one) {
    const word times = values_.number(one["repeat"]);
    for (word i = 0; i < times; ++i) {
        values_.variables["i"] = i;
        steps(replaced(one.at("steps"), std::to_string(i)));
    }
}

void script::other_thread(const json &list) {
    std::exception_ptr problem;
    std::thread{[&] {
        const runner_scope now;
        try {
            steps(list);
        } catch (...) { problem = std::current_exception(); }
    }}.join();
    if (problem) { std::rethrow_exception(problem); }
}

void script::memory(const json &one) {
    const json place = one["memory"];
    if (one.contains("bytes")) { // new host memory
        values_.variables[place] = reinterpret_cast<std::uintptr_t>(memory_.take(values_.number(one["bytes"])));
        return;
    }
    auto *at = from_word<unsigned char *>(values_.number(place));
    if (one.contains("write")) {
        const auto bytes = bytes_of(one["write"]);
        std::copy(bytes.begin(), bytes.end(), at);
    } else {
        const std::string expected = one.at("holds");
        const std::size_t count = bytes_of(expected).size();
        match(values_, digits_of(bytes_of(expected).data(), count), digits_of(at, count), "memory at " + place.dump());
    }
}

void script::opencl(const json &one) {
    const own_calls now;
    const std::string what = one["opencl"];
    cl_event event = nullptr;
    if (what == "complete user event") {
        const auto known = from_word<cl_event>(values_.number(one.at("event")));
        {
            const std::lock_guard lock{open_mutex_};
            if (std::erase(open_events_, known) == 0 && runner_calls != nullptr) {
                return;
            } // see complete_open_events()
        }
        set_user_event(known, static_cast<cl_int>(values_.number(one.at("status"))));
        return;
    }
    if (what == "event status") {
        return match(values_, one.at("is"), json(status_of(from_word<cl_event>(values_.number(one.at("event"))))),
                     what);
    }
    if (what == "make user event") {
        event = make_user_event(from_word<cl_context>(values_.number(one.at("context"))));
        const std::lock_guard lock{open_mutex_};
        open_events_.push_back(event);
    } else if (what == "enqueue marker") {
        event = enqueue_marker(from_word<cl_command_queue>(values_.number(one.at("queue"))),
                               from_word<cl_event>(values_.number(one.value("after", json()))));
    } else {
        throw fault{"unknown: " + what};
    }
    values_.variables[one.at("save")] = to_word(event);
    owned_.push_back({"cl_event", to_word(event)});
}

void script::release_owned() {
    while (!owned_.empty()) {
        const owned last = owned_.back();
        const std::string &name = api_.release_of(last.type);
        const clmem_status status = calls().at(name)(&last.value);
        if (status != CLMEM_SUCCESS) { throw mismatch{"at the end " + name + "() returned " + status_text(status)}; }
        owned_.pop_back(); // what cannot be released now may be later
    }
}

// ---- callbacks -------------------------------------------------------------------------------------------------------

void *script::begin() {
    users_.push_back({this, {}});
    return &users_.back();
}

void *script::of(const std::string &type, const json &description) {
    users_.back().callbacks.emplace(type, description);
    return callbacks().at(type);
}

word run_callback(const std::string &type, const word *arguments) {
    auto *from = from_word<script::user *>(arguments[0]);
    return from->self->call_back(*from, type, arguments);
}

// What a callback returns that fails; 0 for those that cannot.
static word failure_of(const std::string &type) {
    if (type == "clmem_memory_allocate_fn") { return static_cast<word>(CLMEM_ERROR_OUT_OF_MEMORY); }
    return type == "clmem_opencl_find_fn" ? 1 : 0;
}

word script::call_back(user &from, const std::string &type, const word *arguments) {
    const std::lock_guard lock{mutex_};
    const json &description = from.callbacks.at(type);
    const std::string name = description.at("callback");
    const std::uint64_t number = called_[name]++;
    ++callbacks_;
    try {
        if (callback_fails != nullptr && callback_fails()) { return failure_of(type); }
        json seen = json::object();
        const json &parameters = api_.callback(type)["parameters"];
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (!is_output(parameters[i])) { seen[parameters[i]["name"].get<std::string>()] = arguments[i]; }
        }
        values_.variables[name] = seen;
        steps(description.value("steps", json::array()));
        const json returns = description.value("returns", json(0));
        const word result =
            values_.number(returns.is_array() ? returns[std::min<std::size_t>(number, returns.size() - 1)] : returns);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (!is_output(parameters[i]) || (type == "clmem_memory_allocate_fn" && result != 0)) { continue; }
            const json gives = description.value("gives", json(next_address_ += 0x100000));
            values_.write(from_word<unsigned char *>(arguments[i]), target_of(parameters[i]), gives);
        }
        return result;
    } catch (const std::exception &problem) {
        problem_ = problem.what(); // reported by the step that caused the call: nothing may throw through the library
        return 0;
    }
}

} // namespace clmem::contract
