// Frames of video through OpenCV's T-API: eight temporaries a frame, each in its own buffer.
// usage: opencv_pipeline WIDTH HEIGHT FRAMES; prints a checksum of each frame, and on stderr the time of a frame
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "common.h"

#include <cstdint>

static std::uint64_t checksum(const cv::Mat &image) {
    std::uint64_t sum = 14695981039346656037u;
    for (int y = 0; y < image.rows; ++y)
        for (const uchar *at = image.ptr(y), *end = at + image.cols * image.elemSize(); at != end; ++at)
            sum = (sum ^ *at) * 1099511628211u;
    return sum;
}

static cv::UMat edges(const cv::UMat &frame) {
    cv::UMat grey, smooth, horizontal, vertical, across, along, both, result;
    cv::cvtColor(frame, grey, cv::COLOR_BGR2GRAY);
    cv::GaussianBlur(grey, smooth, {5, 5}, 1.5);
    cv::Sobel(smooth, horizontal, CV_16S, 1, 0);
    cv::Sobel(smooth, vertical, CV_16S, 0, 1);
    cv::convertScaleAbs(horizontal, across);
    cv::convertScaleAbs(vertical, along);
    cv::addWeighted(across, 0.5, along, 0.5, 0, both);
    cv::threshold(both, result, 40, 255, cv::THRESH_BINARY);
    return result;
}

int main(int argc, char **argv) {
    int width = argc > 3 ? atoi(argv[1]) : 1920, height = argc > 3 ? atoi(argv[2]) : 1080;
    int frames = argc > 3 ? atoi(argv[3]) : 20;
    if (!cv::ocl::useOpenCL()) {
        fprintf(stderr, "OpenCV found no OpenCL device\n");
        return 1;
    }
    cv::Mat picture(height, width, CV_8UC3);
    cv::theRNG().state = 25;
    cv::randu(picture, 0, 256);
    cv::UMat frame;
    picture.copyTo(frame);
    moment start = now();
    for (int i = -(frames + 9) / 10; i < frames; ++i) {
        if (i == 0) start = now();
        cv::UMat result = edges(frame);
        cv::ocl::finish();
        if (i < 0) printf("%016llx\n", (unsigned long long)checksum(result.getMat(cv::ACCESS_READ)));
        frame.convertTo(frame, -1, 0.98, 1);
    }
    print_time("frame", start, frames);
    printf("%016llx\n", (unsigned long long)checksum(edges(frame).getMat(cv::ACCESS_READ)));
}
