// ViennaCL: expressions of vectors and matrices, whose temporaries are buffers, and a conjugate gradient solver.
// usage: viennacl_steps STEPS; prints checksums, and on stderr the time of a step
#define VIENNACL_WITH_OPENCL
#include "common.h"

#include <vector>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 40;
    const std::size_t size = 256;
    std::vector<float> host(size * size);
    for (std::size_t row = 0; row < size; ++row)
        for (std::size_t column = 0; column < size; ++column)
            host[row * size + column] = row == column ? 4.0f : 1.0f / float(1 + row * 7 % 13 + column * 7 % 13) / size;
    viennacl::matrix<float> matrix(size, size);
    viennacl::fast_copy(host.data(), host.data() + host.size(), matrix);
    viennacl::vector<float> vector = viennacl::scalar_vector<float>(size, 1.0f);

    moment start = now();
    for (int step = -(steps + 9) / 10; step < steps; ++step) {
        if (step == 0) start = now();
        viennacl::vector<float> product = viennacl::linalg::prod(matrix, vector);
        viennacl::vector<float> sum = product + 0.5f * vector - viennacl::linalg::prod(matrix, product - vector);
        viennacl::matrix<float> square = viennacl::linalg::prod(matrix, matrix);
        sum += viennacl::linalg::prod(square, product);
        float norm = viennacl::linalg::norm_2(sum);
        vector = sum / norm;
        viennacl::backend::finish();
    }
    print_time("step", start, steps);
    float inner = viennacl::linalg::inner_prod(vector, vector);
    printf("%a\n", inner);
    viennacl::vector<float> solution = viennacl::linalg::solve(matrix, vector, viennacl::linalg::cg_tag(1e-5, 50));
    std::vector<float> result(size);
    viennacl::fast_copy(solution, result);
    for (std::size_t i = 0; i < size; i += 32)
        printf("%a\n", result[i]);
}
