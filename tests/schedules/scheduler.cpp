#include "scheduler.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <new>
#include <pthread.h>
#include <semaphore>
#include <unistd.h>
#include <vector>

namespace clmem_core::schedules {

namespace {

constexpr std::uint64_t most_steps = 200'000;
constexpr std::size_t most_delayed = 48; // about what the store buffer of a processor holds

struct delayed_store {
    void *place;
    std::uint64_t bits;
    std::size_t bytes;

    void reach_memory() const noexcept { std::memcpy(place, &bits, bytes); }
};

struct thread {
    enum class state { ready, blocked, ended };

    std::function<void()> body;
    std::size_t number = 0;
    pthread_t handle{};
    std::binary_semaphore turn{0};
    state is = state::ready;
    const void *waits_for = nullptr;
    std::int64_t priority = 0;
    std::uint64_t drains_one_of = 0; // steps, on average; 0: never unless it must
    std::deque<delayed_store> buffer;

    void drain_one() noexcept {
        buffer.front().reach_memory();
        buffer.pop_front();
    }
    void drain() noexcept {
        while (!buffer.empty()) {
            drain_one();
        }
    }
    [[nodiscard]] bool delays(const void *place) const noexcept {
        return std::any_of(buffer.begin(), buffer.end(), [place](const auto &s) { return s.place == place; });
    }
};

constinit thread_local thread *self = nullptr;

struct schedule {
    std::uint64_t seed = 0;
    std::uint64_t random = 0;
    kernel answers = kernel::grants;
    std::uint64_t steps = 0;
    std::uint64_t fingerprint = 0;
    std::uint64_t changes_one_of = 0;         // steps: how often a random thread continues; 0: only at the points below
    std::vector<std::uint64_t> change_points; // ascending
    std::size_t next_change = 0;
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
    std::vector<thread *> threads;
    std::binary_semaphore all_ended{0};
};

schedule now;
const char *scenario = "";

void drain_at_random(std::uint64_t at_most_one_of) noexcept {
    for (thread *t : now.threads) {
        if (t->buffer.empty()) { continue; }
        std::uint64_t one_of = t->drains_one_of;
        if (at_most_one_of != 0) { one_of = one_of != 0 ? std::min(one_of, at_most_one_of) : at_most_one_of; }
        if (one_of != 0 && draw(one_of) == 0) { t->drain_one(); }
    }
}

// nullptr: no thread can continue.
thread *choose() noexcept {
    thread *best = nullptr;
    for (thread *t : now.threads) {
        if (t->is == thread::state::ready && (best == nullptr || t->priority > best->priority)) { best = t; }
    }
    return best;
}

void go_on_with(thread *next) noexcept {
    if (next == nullptr) { violated("every thread waits for another one"); }
    if (next == self) { return; }
    now.fingerprint = (now.fingerprint ^ (now.steps << 3) ^ next->number) * 0x100000001b3;
    const bool ends = self->is == thread::state::ended; // the next one may change it, or let this one's data be freed
    next->turn.release();
    if (!ends) { self->turn.acquire(); }
}

void count_step() noexcept {
    if (++now.steps > most_steps) { violated("the threads make no progress"); }
}

void change_priorities() noexcept {
    if (now.next_change < now.change_points.size() && now.steps >= now.change_points[now.next_change]) {
        ++now.next_change;
        self->priority = --now.lowest;
    }
    if (now.changes_one_of != 0 && draw(now.changes_one_of) == 0) {
        now.threads[draw(now.threads.size())]->priority = ++now.highest;
    }
}

// ---- a thread's life -----------------------------------------------------------------------------------------------

// After the caches of the thread, and whatever else it has: the destructor of a key that is set again is called again.
struct end_of_thread {
    pthread_key_t key{};
    end_of_thread() {
        if (pthread_key_create(&key, called) != 0) { throw std::bad_alloc{}; }
    }
    static void called(void *value) noexcept;
};
const end_of_thread end_key;
char first_round, second_round; // their addresses tell the rounds

void end_of_thread::called(void *value) noexcept {
    if (value == &first_round) {
        pthread_setspecific(end_key.key, &second_round);
        return;
    }
    self->drain();
    self->is = thread::state::ended;
    thread *const next = choose();
    const bool is_last = std::all_of(now.threads.begin(), now.threads.end(),
                                     [](const thread *t) { return t->is == thread::state::ended; });
    if (is_last) {
        now.all_ended.release();
    } else {
        go_on_with(next);
    }
}

void *live(void *it) {
    self = static_cast<thread *>(it);
    self->turn.acquire();
    pthread_setspecific(end_key.key, &first_round);
    self->body();
    return nullptr;
}

void give_priorities(std::deque<thread> &threads) {
    for (thread &t : threads) {
        now.threads.push_back(&t);
        t.number = now.threads.size();
        t.priority = ++now.highest;
        constexpr std::array<std::uint64_t, 5> rates{0, 1, 4, 16, 64};
        t.drains_one_of = rates[draw(rates.size())];
    }
    for (std::size_t i = threads.size(); i-- > 1;) {
        std::swap(threads[i].priority, threads[draw(i + 1)].priority);
    }
}

} // namespace

std::uint64_t draw(std::uint64_t bound) noexcept { // SplitMix64
    std::uint64_t z = now.random += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return ((z ^ (z >> 31)) >> 32) * bound >> 32; // every bound is small
}

void begin(std::uint64_t seed) {
    now.seed = seed;
    now.random = seed * 0xd1342543de82ef95 + 1;
    now.steps = 0;
    now.fingerprint = 0xcbf29ce484222325;
    now.lowest = now.highest = 0;
    now.next_change = 0;
    now.change_points.clear();
    now.threads.clear();
    const std::uint64_t which = draw(8);
    now.answers = which < 5 ? kernel::grants : which < 7 ? kernel::refuses : kernel::revokes;
    now.changes_one_of = draw(4) == 0 ? std::uint64_t{1} << (1 + draw(4)) : 0;
    // How many steps the schedule will have is not known: a random order of magnitude.
    const std::uint64_t within = std::uint64_t{1} << (3 + draw(8));
    for (std::uint64_t left = draw(5); left > 0; --left) {
        now.change_points.push_back(draw(within));
    }
    std::sort(now.change_points.begin(), now.change_points.end());
}

kernel kernel_of_schedule() noexcept {
    return now.answers;
}

void run(std::initializer_list<std::function<void()>> bodies) {
    std::deque<thread> threads(bodies.size());
    std::size_t i = 0;
    for (const auto &body : bodies) {
        threads[i++].body = body;
    }
    give_priorities(threads);
    for (thread &t : threads) {
        if (pthread_create(&t.handle, nullptr, live, &t) != 0) { throw std::bad_alloc{}; }
    }
    choose()->turn.release();
    now.all_ended.acquire();
    for (thread &t : threads) {
        pthread_join(t.handle, nullptr);
    }
    now.threads.clear();
}

std::uint64_t fingerprint() noexcept {
    return now.fingerprint ^ now.steps;
}

std::uint64_t steps() noexcept {
    return now.steps;
}

void set_name_of_scenario(const char *name) noexcept {
    scenario = name;
}

void violated(const char *what) noexcept {
    std::fprintf(stderr, "%s: %s\nTo repeat it: clmem-schedules --scenario %s --seed %llu --count 1\n", scenario, what,
                 scenario, static_cast<unsigned long long>(now.seed));
    _exit(1); // the other threads are in the middle of something
}

// ---- what a thread does --------------------------------------------------------------------------------------------

void point() noexcept {
    if (self == nullptr) { return; }
    count_step();
    drain_at_random(0);
    change_priorities();
    go_on_with(choose());
}

void give_way() noexcept {
    if (self == nullptr) { return; }
    count_step();
    drain_at_random(4); // no store is delayed forever
    self->priority = --now.lowest;
    go_on_with(choose());
}

void block_on(const void *place) noexcept {
    if (self == nullptr) { violated("a thread outside of the schedule would wait forever"); }
    self->is = thread::state::blocked;
    self->waits_for = place;
    count_step();
    go_on_with(choose());
}

void wake(const void *place, bool all) noexcept {
    const auto waits = [place](const thread *t) { return t->is == thread::state::blocked && t->waits_for == place; };
    std::size_t left = static_cast<std::size_t>(std::count_if(now.threads.begin(), now.threads.end(), waits));
    std::size_t chosen = all || left == 0 ? 0 : draw(left);
    for (thread *t : now.threads) {
        if (!waits(t)) { continue; }
        if (all || chosen-- == 0) { t->is = thread::state::ready; }
    }
}

void drain() noexcept {
    if (self != nullptr) { self->drain(); }
}

void drain_all() noexcept {
    for (thread *t : now.threads) {
        t->drain();
    }
}

void destroyed(const void *place) noexcept {
    for (thread *t : now.threads) {
        if (t->buffer.empty() || !t->delays(place)) { continue; }
        if (t != self) { violated("a thread's store reaches an object that another thread has destroyed"); }
        t->drain();
    }
}

bool delay_store(void *place, std::uint64_t bits, std::size_t bytes) noexcept {
    if (self == nullptr) { return false; }
    if (self->buffer.size() == most_delayed) { self->drain_one(); }
    self->buffer.push_back({place, bits, bytes});
    return true;
}

bool find_delayed(const void *place, std::uint64_t &bits) noexcept {
    if (self == nullptr) { return false; }
    for (auto s = self->buffer.rbegin(); s != self->buffer.rend(); ++s) {
        if (s->place == place) {
            bits = s->bits;
            return true;
        }
    }
    return false;
}

} // namespace clmem_core::schedules
