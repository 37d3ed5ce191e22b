// clmem-bench ROW: measures a row and writes JSON to its standard output; run.py makes a table of it.
#include "rows.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <map>

int main(int count, char **arguments) {
    using namespace clmem::bench;
    const std::map<std::string, nlohmann::json (*)(const settings &)> rows{
        {"hit", hit_row},         {"split", split_row},   {"threads", threads_row}, {"remote", remote_row},
        {"objects", objects_row}, {"queues", queues_row}, {"fills", fills_row},     {"transfers", transfers_row}};
    CLI::App app{"Measures clmem beside its competitors and writes JSON; bench/run.py makes a table of it."};
    settings s;
    std::string row;
    app.add_option("ROW", row, "What to measure")->required()->check(CLI::IsMember(rows));
    app.add_option("--umf", s.umf, "Library of the Unified Memory Framework");
    app.add_option("--repetitions", s.how.repetitions, "Turns of each side")->capture_default_str();
    app.add_option("--milliseconds", s.how.milliseconds, "Length of a turn")->capture_default_str();
    CLI11_PARSE(app, count, arguments);
    try {
        std::fprintf(stderr, "measuring: %s\n", row.c_str());
        std::cout << rows.at(row)(s).dump(2) << '\n';
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "clmem-bench: %s: %s\n", row.c_str(), failure.what());
        return 1;
    }
}
