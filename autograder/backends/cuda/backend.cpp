// The backend for a real GPU: nvcc, device memory lent by CUDA IPC, GB/s.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <thread>

#include "backends/backend.hpp"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/nvcc.hpp"
#include "backends/host_workspace.hpp"
#include "backends/placed_workspace.hpp"
#include "backends/shared_memory.hpp"
#include "support/files/work_folder.hpp"
#include "support/process/child.hpp"

namespace backends {
namespace {

void succeed(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw CannotGrade(std::string("the GPU failed the grader (") + what + "): " + cudaGetErrorString(error));
}

/// What the grader's kernels count in.
struct Counters {
  Tally tally;
  unsigned long long changed = 0;
  long long sums[cuda::most_sums] = {};
};

// Of device memory. Of an allocation that is no whole number of these, other processes seem to get a map of small
// pages: kernels that read it by rows are then much slower than on memory of their own (seen on an H200, without a
// record).
constexpr std::int64_t page_bytes = 2 << 20;

/// Streams in turn: short kernels run beside each other. What is done on the default stream waits for all of them.
class Streams {
 public:
  Streams() {
    for (cudaStream_t& each : streams_) succeed(cudaStreamCreate(&each), "cudaStreamCreate");
  }
  ~Streams() {
    for (cudaStream_t each : streams_) cudaStreamDestroy(each);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  cudaStream_t next() { return streams_[next_++ % streams_.size()]; }

 private:
  std::array<cudaStream_t, 8> streams_{};
  std::size_t next_ = 0;
};

/// Device memory that ends with this object.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::int64_t wanted) {
    bytes_ = (wanted + page_bytes - 1) / page_bytes * page_bytes;
    void* base = nullptr;
    const cudaError_t got = cudaMalloc(&base, static_cast<std::size_t>(bytes_));
    if (got == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw CannotGrade("the GPU has not " + std::to_string(bytes_ >> 20) + " MiB free");
    }
    succeed(got, "cudaMalloc");
    base_ = static_cast<char*>(base);
  }
  ~DeviceMemory() { cudaFree(base_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  char* base() const { return base_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  std::int64_t bytes_ = 0;
  char* base_ = nullptr;
};

/// Host memory to lend, with what the grader needs to fill and check it on the GPU: it is pinned for this process, and
/// passes through device memory piece by piece.
class HostArea {
 public:
  HostArea(std::int64_t bytes, std::int64_t largest_piece) : memory_(bytes), staging_(largest_piece) {
    succeed(cudaHostRegister(memory_.base(), static_cast<std::size_t>(bytes), cudaHostRegisterDefault),
            "cudaHostRegister");
  }
  ~HostArea() { cudaHostUnregister(memory_.base()); }
  HostArea(const HostArea&) = delete;
  HostArea& operator=(const HostArea&) = delete;

  int descriptor() const { return memory_.descriptor(); }
  const float* at(std::int64_t offset) const { return reinterpret_cast<const float*>(memory_.base() + offset); }
  float* staged() const { return reinterpret_cast<float*>(staging_.base()); }

  void load(std::int64_t offset, std::int64_t bytes) const {
    succeed(
        cudaMemcpy(staging_.base(), memory_.base() + offset, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice),
        "reading host memory");
  }
  void store(std::int64_t offset, std::int64_t bytes) const {
    succeed(
        cudaMemcpy(memory_.base() + offset, staging_.base(), static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost),
        "filling host memory");
  }

 private:
  SharedMemory memory_;
  DeviceMemory staging_;
};

class DeviceWorkspace : public PlacedWorkspace {
 public:
  explicit DeviceWorkspace(const Problem& problem) : PlacedWorkspace(problem) {
    // Where all buffers are the host's there is still a region, so that the runner has one.
    device_bytes_ = std::max(layout().bytes(course::Place::device), alignment);
    device_.emplace(device_bytes_);
    if (const std::int64_t bytes = layout().bytes(course::Place::host); bytes > 0) {
      std::int64_t largest = layout().gap();
      for (int buffer = 0; buffer < layout().buffers(); ++buffer) {
        if (layout().place(buffer) != course::Place::host) continue;
        largest = std::max(
            {largest, layout().elements(buffer) * 4, layout().gap_end(0, buffer) - layout().gap_start(0, buffer)});
      }
      host_.emplace(bytes, largest);
    }
  }

  std::vector<LentRegion> regions() const override {
    std::vector<LentRegion> regions(1);
    regions[0].region = {course::Place::device, runner::Lending::device_ipc, device_bytes_, {}};
    cudaIpcMemHandle_t handle;
    succeed(cudaIpcGetMemHandle(&handle, device_->base()), "cudaIpcGetMemHandle");
    std::memcpy(regions[0].region.ipc_handle.data(), &handle, sizeof handle);
    if (host_) {
      const std::int64_t bytes = layout().bytes(course::Place::host);
      regions.push_back({{course::Place::host, runner::Lending::host_shared, bytes, {}}, host_->descriptor()});
    }
    return regions;
  }

  /// The largest buffer of every slot on the device, to copy from slot to slot; refilled before the next batch. Where
  /// there is none, it has no elements, and is not to be asked for.
  float* largest(int slot) const {
    return reinterpret_cast<float*>(device_->base() + layout().offset(slot, largest_buffer()));
  }
  std::int64_t largest_elements() const { return elements_on_device(largest_buffer()); }

 private:
  std::int64_t elements_on_device(int buffer) const {
    return layout().place(buffer) == course::Place::device ? layout().elements(buffer) : 0;
  }
  int largest_buffer() const {
    int largest = 0;
    for (int buffer = 1; buffer < layout().buffers(); ++buffer) {
      if (elements_on_device(buffer) > elements_on_device(largest)) largest = buffer;
    }
    return largest;
  }

  /// Where a kernel finds those elements. Of host memory it is a copy, with what they are now if `load` says so.
  float* on_device(const Range& range, bool load) {
    if (range.place == course::Place::device) return reinterpret_cast<float*>(device_->base() + range.offset);
    if (load) host_->load(range.offset, range.elements * 4);
    return host_->staged();
  }
  void put_back(const Range& range) {
    if (range.place == course::Place::host) host_->store(range.offset, range.elements * 4);
  }

  void fill_input(const Range& range, const course::Inputs& inputs, int buffer) override {
    cuda::fill_input(on_device(range, false), range.elements, inputs, buffer);
    put_back(range);
  }
  void fill(const Range& range, std::uint32_t bits) override {
    cuda::fill(on_device(range, false), range.elements, bits);
    put_back(range);
  }
  void finish_filling() override {
    succeed(cudaGetLastError(), "filling memory");
    // Not the whole device: a watch may be running.
    succeed(cudaStreamSynchronize(cudaStreamLegacy), "filling memory");
  }
  bool is_input_unchanged(const Range& range, const course::Inputs& inputs, int buffer) override {
    start_counting();
    cuda::count_changed_input(on_device(range, true), range.elements, inputs, buffer, &counters()->changed);
    return counted(&Counters::changed) == 0;
  }
  bool still_holds(const Range& range, std::uint32_t bits) override {
    start_counting();
    cuda::count_changed(on_device(range, true), range.elements, bits, &counters()->changed);
    return counted(&Counters::changed) == 0;
  }
  Tally judge(const Range& range, const course::Inputs& inputs, int output) override {
    start_counting();
    cuda::judge_output(problem().operation.id, on_device(range, true), range.elements, computed_once(inputs, range),
                       problem().size, output, counters()->sums, &counters()->tally);
    return counted(&Counters::tally);
  }
  std::int64_t count_wrong_samples(const std::vector<Output>& outputs, std::uint64_t choice) override {
    std::int64_t wrong = 0;
    start_counting();
    for (const Output& each : outputs) {
      const Range& range = each.range;
      if (range.place == course::Place::host) {
        const std::span<const float> actual(host_->at(range.offset), static_cast<std::size_t>(range.elements));
        wrong += count_wrong_host_samples(problem(), actual, each.inputs, each.output, choice);
      } else {
        cuda::judge_samples(problem().operation.id, on_device(range, false), range.elements, each.inputs,
                            problem().size, each.output, choice, &counters()->tally, streams_.next());
      }
    }
    return wrong + static_cast<std::int64_t>(counted(&Counters::tally).wrong);
  }
  std::vector<float> read(const Range& range) override {
    std::vector<float> values(static_cast<std::size_t>(range.elements));
    succeed(cudaMemcpy(values.data(), on_device(range, true), values.size() * 4, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }

  /// Inputs of which each element makes many of an output's are computed once.
  course::Inputs computed_once(course::Inputs inputs, const Range& output) {
    constexpr std::int64_t least = 1 << 20;     // elements: for small outputs it is not worth it
    constexpr std::int64_t times_smaller = 16;  // than the output
    if (output.elements < least) return inputs;
    const int count = std::min(problem().operation.input_count, course::Inputs::most_known);
    for (int buffer = 0; buffer < count; ++buffer) {
      const std::int64_t elements = layout().elements(buffer);
      if (elements == 0 || elements * times_smaller > output.elements) continue;
      std::optional<DeviceMemory>& memory = known_[static_cast<std::size_t>(buffer)];
      if (!memory) memory.emplace(elements * 4);
      auto* const values = reinterpret_cast<float*>(memory->base());
      cuda::fill_input(values, elements, inputs, buffer);
      inputs.known[buffer] = values;
    }
    return inputs;
  }

  Counters* counters() const { return reinterpret_cast<Counters*>(counters_.base()); }
  void start_counting() {
    const Counters none;
    succeed(cudaMemcpy(counters(), &none, offsetof(Counters, sums), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  template <class T>
  T counted(T Counters::*member) {
    T value{};
    succeed(cudaGetLastError(), "checking memory");
    succeed(cudaMemcpy(&value, &(counters()->*member), sizeof value, cudaMemcpyDeviceToHost), "checking memory");
    return value;
  }

  std::int64_t device_bytes_ = 0;
  std::optional<DeviceMemory> device_;
  std::optional<HostArea> host_;
  std::array<std::optional<DeviceMemory>, course::Inputs::most_known> known_;  // never lent
  DeviceMemory counters_{sizeof(Counters)};
  Streams streams_;
};

/// The watch of a GPU: a kernel that sees when it does not run (cuda/kernels.hpp).
class CudaWatch : public DeviceWatch {
 public:
  CudaWatch() {
    int device = 0;
    int l2_bytes = 0;
    succeed(cudaGetDevice(&device), "cudaGetDevice");
    succeed(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
    other_.emplace(std::max(2 * static_cast<std::int64_t>(l2_bytes), page_bytes));
    // Other streams and the default one do not wait for these.
    succeed(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    succeed(cudaStreamCreateWithFlags(&stop_stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    succeed(cudaHostAlloc(reinterpret_cast<void**>(&host_), sizeof *host_, cudaHostAllocMapped), "cudaHostAlloc");
    void* on_device = nullptr;
    succeed(cudaHostGetDevicePointer(&on_device, host_, 0), "cudaHostGetDevicePointer");
    host_on_device_ = static_cast<Host*>(on_device);
    *host_ = {};
    succeed(cudaMemset(memory_.base(), 0, sizeof(Device)), "cudaMemset");
    flush_caches();
    find_usual_gap();
  }
  ~CudaWatch() override {
    if (is_running_) request_stop();
    cudaStreamDestroy(stream_);
    cudaStreamDestroy(stop_stream_);
    cudaFreeHost(host_);
  }
  CudaWatch(const CudaWatch&) = delete;
  CudaWatch& operator=(const CudaWatch&) = delete;

  void begin() override {
    ++turn_;
    cuda::watch(stream_, turn_, &host_on_device_->started, &device()->stop, give_up_nanoseconds, &device()->longest);
    succeed(cudaGetLastError(), "watching the device");
    is_running_ = true;
    begun_ = process::Clock::now();
    while (started() != turn_) {
      if (process::Clock::now() - begun_ < std::chrono::nanoseconds(give_up_nanoseconds)) continue;
      throw CannotGrade("the GPU did not start the grader's kernel: another program is using it; try again later");
    }
  }

  bool end(units::Seconds shortest) override {
    const auto until =
        begun_ + std::chrono::duration_cast<process::Clock::duration>(std::chrono::duration<double>(shortest.value));
    while (process::Clock::now() < until) std::this_thread::yield();
    succeed(request_stop(), "ending the watch");
    succeed(
        cudaMemcpyAsync(&host_->longest, &device()->longest, sizeof host_->longest, cudaMemcpyDeviceToHost, stream_),
        "cudaMemcpy");
    succeed(cudaStreamSynchronize(stream_), "ending the watch");
    is_running_ = false;
    const cuda::Gap& longest = host_->longest;
    if (longest.nanoseconds >= give_up_nanoseconds) {
      throw CannotGrade("the GPU took too long for the grader's own work");
    }
    return longest.nanoseconds < shortest_.nanoseconds && longest.cycles < shortest_.cycles;
  }

  void flush_caches() override {
    succeed(cudaMemsetAsync(other_->base(), 0, static_cast<std::size_t>(other_->bytes()), cudaStreamLegacy),
            "emptying the cache");
    succeed(cudaStreamSynchronize(cudaStreamLegacy), "emptying the cache");
  }

 private:
  static constexpr unsigned long long give_up_nanoseconds = 60'000'000'000;

  struct Host {
    unsigned started = 0;
    unsigned stop = 0;
    cuda::Gap longest;
  };
  struct Device {
    unsigned stop = 0;
    cuda::Gap longest;
  };

  /// A round of the watch's loop takes a microsecond or so; but the GPU's clock may be coarser than that.
  void find_usual_gap() {
    constexpr units::Seconds long_enough{3e-3};
    cuda::Gap usual{~0ULL, ~0ULL};
    for (int i = 0; i < 3; ++i) {
      begin();
      end(long_enough);
      usual.nanoseconds = std::min(usual.nanoseconds, host_->longest.nanoseconds);
      usual.cycles = std::min(usual.cycles, host_->longest.cycles);
    }
    shortest_.nanoseconds = std::max(shortest_.nanoseconds, 3 * usual.nanoseconds);
    shortest_.cycles = std::max(shortest_.cycles, 3 * usual.cycles);
  }

  Device* device() const { return reinterpret_cast<Device*>(memory_.base()); }
  unsigned started() const { return *static_cast<const volatile unsigned*>(&host_->started); }
  cudaError_t request_stop() {
    host_->stop = turn_;
    return cudaMemcpyAsync(&device()->stop, &host_->stop, sizeof host_->stop, cudaMemcpyHostToDevice, stop_stream_);
  }

  DeviceMemory memory_{sizeof(Device)};
  std::optional<DeviceMemory> other_;  // written to drive everything else out of the cache
  cudaStream_t stream_ = nullptr;
  cudaStream_t stop_stream_ = nullptr;
  Host* host_ = nullptr;
  Host* host_on_device_ = nullptr;
  // Of gaps that count. Changing to another process and back takes longer; so many cycles are as long at two gigahertz.
  cuda::Gap shortest_{60'000, 120'000};
  unsigned turn_ = 0;
  bool is_running_ = false;
  process::Clock::time_point begun_;
};

/// What gradings and experiments on a GPU take turns by. A private /tmp hides it from others; a work folder does not.
std::filesystem::path turn_file(const cudaUUID_t& gpu) {
  std::string name = "course-gpu-";
  for (const char c : gpu.bytes) name += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return files::work_folder(std::filesystem::temp_directory_path()) / (name + ".lock");
}

/// Where a program reaches the driver: NVIDIA's device files, or those of Windows below WSL.
std::vector<std::filesystem::path> device_nodes() {
  std::vector<std::filesystem::path> nodes{"/dev/dxg"};
  std::error_code error;
  for (const char* folder : {"/dev", "/dev/nvidia-caps"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const bool is_ours = entry.path().filename().string().starts_with("nvidia");
      if (is_ours && entry.is_character_file(error)) nodes.push_back(entry.path());
    }
  }
  return nodes;
}

std::string version(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

class CudaBackend : public Backend {
 public:
  CudaBackend(const std::filesystem::path& root, const std::filesystem::path& nvcc,
              const std::filesystem::path& programs)
      : root_(std::filesystem::canonical(root)),
        runner_(programs / "runner-cuda"),
        profiled_runner_(programs / "runner-profiled") {
    // A kernel that is loaded at its first launch may wait for all that runs, and a watch runs on: load all at once.
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) throw CannotGrade(no_driver);
    int devices = 0;
    const cudaError_t found = cudaGetDeviceCount(&devices);
    if (found != cudaSuccess || devices == 0) {
      throw CannotGrade(std::string("no usable NVIDIA GPU: ") +
                        (found != cudaSuccess ? cudaGetErrorString(found) : "the driver lists none"));
    }
    int mode = cudaComputeModeDefault;
    succeed(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0), "cudaDeviceGetAttribute");
    if (mode != cudaComputeModeDefault) {
      throw CannotGrade("the GPU is set to serve one process only, or none: `nvidia-smi -c DEFAULT` changes that");
    }
    if (!std::filesystem::exists(nvcc)) {
      throw CannotGrade("there is a GPU but no nvcc to compile for it: `make cuda-toolkit` installs one here");
    }
    succeed(cudaGetDeviceProperties(&properties_, 0), "cudaGetDeviceProperties");
    compiler_ =
        make_nvcc(nvcc, std::to_string(properties_.major) + std::to_string(properties_.minor), NvccProduct::library);
    int ipc = 0;
    // Absent on some platforms; then memory is staged through the host.
    has_ipc_ = std::getenv("COURSE_NO_IPC") == nullptr &&
               cudaDeviceGetAttribute(&ipc, cudaDevAttrIpcEventSupport, 0) == cudaSuccess && ipc != 0;
  }

  std::string_view name() const override { return "cuda"; }
  Abilities abilities() const override { return {.times = true, .is_trusted = has_ipc_}; }
  /// Which walls CUDA works behind: measurements/gpu-walls.md.
  Runner runner() const override {
    Runner runner{runner_};
    runner.can_do_without_walls = true;
    process::Confinement& confinement = runner.confinement.emplace();
    confinement.hidden = {root_};
    confinement.devices = device_nodes();
    confinement.has_proc = true;
    confinement.memory = {std::int64_t{2} << 30};  // for CUDA itself
    return runner;
  }
  std::filesystem::path profiled_runner() const override { return profiled_runner_; }
  course::Size performance_size(const course::Lab& lab, const course::LabRules& rules,
                                const course::Part& part) const override {
    return course::problem_size(
        part.operation, course::scaled(rules.gpu_size_of(part), lab.gpu_scales, course::listed_for, properties(lab)));
  }
  course::DeviceProperties properties(const course::Lab& /*lab*/) const override {
    return {properties_.multiProcessorCount, properties_.persistingL2CacheMaxSize};
  }

  DeviceInfo device() const override {
    int driver = 0;
    int runtime = 0;
    succeed(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    succeed(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    return {properties_.name, std::to_string(properties_.major) + "." + std::to_string(properties_.minor),
            version(driver), version(runtime), std::nullopt};
  }

  std::string build_key() const override { return compiler_->build_key(); }
  Build build(const std::filesystem::path& source, const std::filesystem::path& interface_folder,
              const std::filesystem::path& folder, const course::Limits& limits) const override {
    return compiler_->build(source, interface_folder, folder, limits);
  }

  std::optional<units::Bytes> free_memory() const override {
    std::size_t available = 0;
    std::size_t total = 0;
    succeed(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    // Staged memory crosses the host twice a run: keep it small.
    if (!has_ipc_) available = std::min(available, std::size_t{256} << 20);
    return units::Bytes{static_cast<std::int64_t>(available)};
  }

  std::optional<units::GBps> peak() const override {
    int kilohertz = 0;
    int bits = 0;
    if (cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0) != cudaSuccess || kilohertz == 0) {
      cudaGetLastError();
      return std::nullopt;
    }
    return units::GBps{2.0 * kilohertz * 1e3 * (bits / 8.0) / 1e9};  // double data rate
  }

  std::unique_ptr<files::Lock> take_turn(const std::function<void()>& waiting) const override {
    auto turn = std::make_unique<files::Lock>(turn_file(properties_.uuid), waiting);
    // The first call that makes a context: making one interrupts what runs on the device.
    const cudaError_t started = cudaFree(nullptr);
    if (started != cudaSuccess) {
      throw CannotGrade(std::string("the GPU is there but cannot be used (busy, or reserved by another process): ") +
                        cudaGetErrorString(started) + "; --backend simt grades in the emulator");
    }
    return turn;
  }
  void leave() const override { cudaDeviceReset(); }

  std::unique_ptr<Workspace> lend(const Problem& problem) const override {
    if (!has_ipc_) return make_host_workspace(problem, runner::Lending::host_staged);
    return std::make_unique<DeviceWorkspace>(problem);
  }

  std::unique_ptr<DeviceWatch> watch() const override { return std::make_unique<CudaWatch>(); }

  std::optional<units::GBps> measure_copy(Workspace& workspace) const override {
    auto* device = dynamic_cast<DeviceWorkspace*>(&workspace);
    if (device == nullptr || device->largest_elements() == 0) return std::nullopt;
    const std::int64_t elements = device->largest_elements();
    const units::GBps by_memcpy = copy_rate(*device, [&](float* to, const float* from) {
      succeed(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * 4, cudaMemcpyDeviceToDevice, nullptr),
              "cudaMemcpy");
    });
    const units::GBps by_kernel =
        copy_rate(*device, [&](float* to, const float* from) { cuda::copy(to, from, elements); });
    return std::max(by_memcpy, by_kernel);
  }

 private:
  /// The median of a few batches, each from every slot to the next one.
  template <class Copy>
  units::GBps copy_rate(const DeviceWorkspace& workspace, Copy copy) const {
    const int slots = workspace.problem().slots;
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    succeed(cudaEventCreate(&start), "cudaEventCreate");
    succeed(cudaEventCreate(&stop), "cudaEventCreate");
    std::array<float, 11> milliseconds{};
    copy(workspace.largest(0), workspace.largest(slots - 1));
    for (float& time : milliseconds) {
      succeed(cudaEventRecord(start), "cudaEventRecord");
      for (int slot = 0; slot < slots; ++slot) copy(workspace.largest((slot + 1) % slots), workspace.largest(slot));
      succeed(cudaEventRecord(stop), "cudaEventRecord");
      succeed(cudaEventSynchronize(stop), "cudaEventSynchronize");
      succeed(cudaEventElapsedTime(&time, start, stop), "cudaEventElapsedTime");
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    std::nth_element(milliseconds.begin(), milliseconds.begin() + milliseconds.size() / 2, milliseconds.end());
    const units::Bytes moved{2 * 4 * workspace.largest_elements() * slots};
    return moved / units::Seconds{static_cast<double>(milliseconds[milliseconds.size() / 2]) * 1e-3};
  }

  std::unique_ptr<Compiler> compiler_;
  std::filesystem::path root_;
  std::filesystem::path runner_;
  std::filesystem::path profiled_runner_;
  cudaDeviceProp properties_{};
  bool has_ipc_ = false;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Setup& setup) {
  return std::make_unique<CudaBackend>(setup.root, find_nvcc(setup.root), setup.programs);
}

}  // namespace backends
