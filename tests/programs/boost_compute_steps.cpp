// Boost.Compute's algorithms, whose temporaries are buffers. Usage: boost_compute STEPS; prints checksums
#include <boost/compute/algorithm/accumulate.hpp>
#include <boost/compute/algorithm/exclusive_scan.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/algorithm/transform.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional.hpp>
#include <boost/compute/system.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace compute = boost::compute;

int main(int, char **words) {
    const compute::device device = compute::platform{compute::system::platforms().front()}.devices().front();
    const compute::context context{device};
    compute::command_queue queue{context, device};
    std::vector<int> numbers(100000);
    unsigned state = 25;
    for (int &each : numbers) {
        state = state * 1664525 + 1013904223;
        each = static_cast<int>(state >> 16);
    }
    for (int step = 0; step < std::atoi(words[1]); ++step) {
        compute::vector<int> first(numbers.begin(), numbers.end(), queue);
        compute::vector<int> second(numbers.size(), context);
        compute::transform(first.begin(), first.end(), second.begin(), compute::abs<int>(), queue);
        compute::sort(second.begin(), second.end(), queue);
        compute::exclusive_scan(second.begin(), second.end(), first.begin(), queue);
        std::vector<int> result(numbers.size());
        compute::copy(first.begin(), first.end(), result.begin(), queue);
        unsigned sum = 0;
        for (const int each : result) {
            sum = sum * 31 + static_cast<unsigned>(each);
        }
        std::printf("%d %u %d\n", step, sum, compute::accumulate(second.begin(), second.end(), 0, queue));
        numbers[static_cast<std::size_t>(step)] = step;
    }
}
