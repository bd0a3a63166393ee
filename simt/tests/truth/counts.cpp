#include "counts.hpp"

#include "simt/tests/core/student_library.hpp"
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
    if (site.space != Space::global && site.space != Space::shared)
      continue;  // constant memory has counters of its own
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
  const CaseLibrary library("simt/tests/truth/kernels.cu");
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
  const course::Rules rules = course::load_rules(COURSE_ROOT "/course.toml");
  const course::LabRules& lab_rules = rules.labs.find(lab.name)->second;
  std::vector<LabelledCounts> result;
  for (const course::Part& part : lab.parts) {
    const course::Operation& operation = part.operation;
    const course::Size size = lab_rules.simt_size_of(part);
    std::vector<Buffer<float>> buffers;
    std::vector<Allocation> lent;
    std::vector<const float*> inputs;
    std::vector<float*> outputs;
    std::vector<float*> scratch;
    const course::Inputs values{course::truth_seed, operation.input_bits};
    buffers.reserve(static_cast<std::size_t>(operation.buffers()));
    for (int i = 0; i < operation.buffers(); ++i) {
      const std::int64_t elements = operation.elements(size, i);
      Buffer<float>& buffer = buffers.emplace_back(static_cast<std::size_t>(elements));
      if (operation.place(i) == course::Place::device) lent.push_back(buffer.lend("buffer", !operation.is_input(i)));
      if (operation.is_input(i)) {
        for (std::int64_t k = 0; k < elements; ++k) buffer.data()[k] = values(i, k);
        inputs.push_back(buffer.data());
      } else {
        (operation.is_output(i) ? outputs : scratch).push_back(buffer.data());
      }
    }
    bool refused = false;
    begin_run(lent, library.base(), count_only);
    for (int i = 0; i < operation.buffers(); ++i) {
      if (operation.place(i) != course::Place::host || lab.pin_entry.empty()) continue;
      library.function<void(void*, std::size_t)>(std::string(lab.pin_entry).c_str())(
          buffers[static_cast<std::size_t>(i)].data(), static_cast<std::size_t>(operation.elements(size, i)) * 4);
    }
    part.invoke(reinterpret_cast<void*>(library.function<void()>(std::string(part.entry).c_str())),
                {size, outputs, inputs, scratch, &refused});
    result.push_back({std::string(part.id), counts_of(finish_run())});
  }
  return result;
}

}  // namespace simt::test
