#include "simt/emulate/outcome.hpp"

#include <cstring>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/files/whole_file.hpp"

namespace simt::emulate {
namespace {

/// Plain records byte for byte: both processes are of one build.
class Writer {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void values(const T& all) {
    value(std::uint64_t{all.size()});
    for (const auto& each : all) value(each);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T>);
    if (rest_.size() < sizeof(T)) throw std::runtime_error("the report of the program is cut off");
    T value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  template <class T>
  T values() {
    T all;
    for (auto left = value<std::uint64_t>(); left > 0; --left) all.push_back(value<typename T::value_type>());
    return all;
  }

 private:
  std::string_view rest_;
};

void write(const LaunchRecord& launch, Writer& writer) {
  writer.values(launch.kernel);
  writer.value(launch.grid);
  writer.value(launch.block);
  writer.value(launch.pc);
  writer.value(launch.dynamic_shared);
  writer.value(launch.stream);
  writer.value(launch.is_cooperative);
  writer.values(launch.traffic);
}

LaunchRecord read_launch(Reader& reader) {
  LaunchRecord launch;
  launch.kernel = reader.values<std::string>();
  launch.grid = reader.value<Index3>();
  launch.block = reader.value<Index3>();
  launch.pc = reader.value<std::uint64_t>();
  launch.dynamic_shared = reader.value<std::int64_t>();
  launch.stream = reader.value<std::uint32_t>();
  launch.is_cooperative = reader.value<bool>();
  launch.traffic = reader.values<std::vector<SiteTraffic>>();
  return launch;
}

}  // namespace

void write_outcome(const std::filesystem::path& file, const Outcome& outcome) {
  const Evidence& evidence = outcome.evidence;
  Writer writer;
  writer.value(outcome.start);
  writer.values(outcome.message);
  writer.values(evidence.traffic);
  writer.values(evidence.findings);
  writer.values(evidence.in_other_orders);
  writer.value(evidence.untried);
  writer.values(evidence.operations);
  writer.value(evidence.partition_camping);
  writer.value(evidence.estimated_seconds);
  writer.value(evidence.persisting_bytes);
  writer.value(evidence.launch_count);
  writer.value(std::uint64_t{evidence.launches.size()});
  for (const LaunchRecord& launch : evidence.launches) write(launch, writer);
  files::write_atomically(file, writer.bytes());
}

std::optional<Outcome> read_outcome(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  const std::string bytes = files::read_file(file);
  Reader reader(bytes);
  Outcome outcome;
  Evidence& evidence = outcome.evidence;
  outcome.start = reader.value<Start>();
  outcome.message = reader.values<std::string>();
  evidence.traffic = reader.values<std::vector<SiteTraffic>>();
  evidence.findings = reader.values<std::vector<FindingRecord>>();
  evidence.in_other_orders = reader.values<std::vector<FindingInOrder>>();
  evidence.untried = reader.value<UntriedLaunches>();
  evidence.operations = reader.values<std::vector<OperationRecord>>();
  evidence.partition_camping = reader.value<double>();
  evidence.estimated_seconds = reader.value<double>();
  evidence.persisting_bytes = reader.value<std::int64_t>();
  evidence.launch_count = reader.value<std::uint32_t>();
  for (auto left = reader.value<std::uint64_t>(); left > 0; --left) evidence.launches.push_back(read_launch(reader));
  return outcome;
}

}  // namespace simt::emulate
