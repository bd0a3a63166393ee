// Runs the correct kernels of one file, FILE_OF_KERNELS, on a GPU: there, too, the answers must be those of the CPU.
#include <cstdio>

#include FILE_OF_KERNELS

int main() {
  int wrong = 0;
  for (int i = 0; i < case_count(); ++i) {
    const std::string problem = case_run(i);
    std::printf("%s: %s\n", case_label(i), problem.empty() ? "right" : problem.c_str());
    if (!problem.empty()) ++wrong;
  }
  return wrong == 0 ? 0 : 1;
}
