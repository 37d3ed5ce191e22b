// clmem-bench ROW: measures a row and writes JSON to the standard output, which run.py turns into a table.
#include "rows.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <map>

int main(int count, char **arguments) {
    using namespace clmem::bench;
    const std::map<std::string, nlohmann::json (*)(const settings &)> rows{
        {"hit", hit_row},         {"split", split_row},      {"threads", threads_row}, {"remote", remote_row},
        {"objects", objects_row}, {"queues", queues_row},    {"fills", fills_row},     {"transfers", transfers_row},
        {"waits", waits_row},     {"recorder", recorder_row}};
    CLI::App app{"Compares clmem with other allocators and writes JSON, which bench/run.py turns into a table."};
    settings s;
    std::string row;
    app.add_option("ROW", row, "What to measure")->required()->check(CLI::IsMember(rows));
    app.add_option("--umf", s.umf, "The library of the Unified Memory Framework");
    app.add_option("--repetitions", s.how.repetitions, "Number of turns of each side")->capture_default_str();
    app.add_option("--milliseconds", s.how.milliseconds, "Length of a turn in milliseconds")->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        std::fprintf(stderr, "measuring: %s\n", row.c_str());
        std::cout << rows.at(row)(s).dump(2) << '\n';
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "clmem-bench: %s: %s\n", row.c_str(), failure.what());
        return 1;
    }
}
