// A program that has OpenCL's loader and calls nothing of it.
int main() {
    return 5;
}
