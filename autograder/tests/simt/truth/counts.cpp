#include "counts.hpp"

#include "../runtime/student_library.hpp"
#include "course/rules.hpp"

namespace simt::test {
namespace {

Counts counts_of(const Evidence& evidence) {
  Counts counts;
  for (const char* space : {"global", "shared"}) {
    for (const char* access : {"load", "store"}) {
      const std::string name = std::string(space) + "_" + access + "_";
      if (*space == 'g') counts[name + "requests"] = 0;
      for (const char* what : *space == 'g' ? std::vector{"sectors"} : std::vector{"wavefronts", "conflicts"})
        counts[name + what] = 0;
    }
  }
  for (const SiteTraffic& site : evidence.traffic) {
    const std::string name = std::string(site.space == Space::global ? "global_" : "shared_") +
                             (site.access == Access::load ? "load_" : "store_");
    if (site.space == Space::global) {
      counts[name + "requests"] += site.requests;
      counts[name + "sectors"] += site.sectors;
    } else {
      counts[name + "wavefronts"] += site.wavefronts;
      counts[name + "conflicts"] += site.conflicts;
    }
  }
  return counts;
}

}  // namespace

std::vector<LabelledCounts> count_kernels() {
  const CaseLibrary library("autograder/simt/truth/kernels.cu");
  Buffer<char> in(1 << 20);
  Buffer<char> out(1 << 20);
  std::vector<LabelledCounts> result;
  for (int i = 0; i < library.count(); ++i) {
    begin_run(std::vector{in.lend("in", false), out.lend("out")}, library.base(), count_only);
    library.run_case<void, char*, const char*>(i, out.data(), in.data());
    result.push_back({library.label(i), counts_of(finish_run())});
  }
  return result;
}

std::vector<LabelledCounts> count_solution(const course::Lab& lab) {
  const std::string folder(lab.folder);
  const StudentLibrary library(read_course_file("solutions/" + folder + "/" + std::string(lab.source)));
  const course::Size size =
      course::load_rules(COURSE_ROOT "/course.toml").labs.find(lab.name)->second.simt_performance_size;
  std::vector<LabelledCounts> result;
  for (const course::Part& part : lab.parts) {
    std::vector<Buffer<float>> buffers;
    for (int i = 0; i < part.operation.input_count + part.operation.output_count; ++i) {
      buffers.emplace_back(static_cast<std::size_t>(part.operation.elements(size, i)));
    }
    std::vector<Allocation> lent;
    std::vector<const float*> inputs;
    std::vector<float*> outputs;
    for (int i = 0; i < static_cast<int>(buffers.size()); ++i) {
      const bool input = i < part.operation.input_count;
      lent.push_back(buffers[static_cast<std::size_t>(i)].lend("buffer", !input));
      if (input) {
        inputs.push_back(buffers[static_cast<std::size_t>(i)].data());
      } else {
        outputs.push_back(buffers[static_cast<std::size_t>(i)].data());
      }
    }
    begin_run(lent, library.base(), count_only);
    part.invoke(reinterpret_cast<void*>(library.function<void()>(std::string(part.entry).c_str())),
                {size, outputs, inputs});
    result.push_back({std::string(part.id), counts_of(finish_run())});
  }
  return result;
}

}  // namespace simt::test
