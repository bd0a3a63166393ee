// PARENT: gpu_walls memory|event WORD…: lends device memory, or that and an event, to the command WORD… and says what
// it could do with them. CHILD:  gpu_walls --child MEMORY EVENT: starts CUDA, opens both by their handles (no event
// where EVENT is "none"), writes to the memory, records the event. The command puts walls around the child:
// record_gpu_walls.py says which.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int written = 42;

__global__ void write_once(int* word) { *word = written; }

template <class Handle>
std::string to_hex(const Handle& handle) {
  std::string text;
  char digits[3];
  for (std::size_t i = 0; i < sizeof handle; ++i) {
    std::snprintf(digits, sizeof digits, "%02x", reinterpret_cast<const unsigned char*>(&handle)[i]);
    text += digits;
  }
  return text;
}

template <class Handle>
Handle from_hex(const char* text) {
  Handle handle;
  for (std::size_t i = 0; i < sizeof handle; ++i) {
    unsigned byte = 0;
    std::sscanf(text + 2 * i, "%2x", &byte);
    reinterpret_cast<unsigned char*>(&handle)[i] = static_cast<unsigned char>(byte);
  }
  return handle;
}

/// Says where it failed, and ends the program.
void need(cudaError_t error, const char* step) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", step, cudaGetErrorName(error));
  std::fflush(stdout);
  _exit(1);
}

int child(const char* memory, const char* event_text) {
  need(cudaFree(nullptr), "start");
  void* word = nullptr;
  need(cudaIpcOpenMemHandle(&word, from_hex<cudaIpcMemHandle_t>(memory), cudaIpcMemLazyEnablePeerAccess), "memory");
  cudaEvent_t event = nullptr;
  const bool has_event = strcmp(event_text, "none") != 0;
  if (has_event) need(cudaIpcOpenEventHandle(&event, from_hex<cudaIpcEventHandle_t>(event_text)), "event");
  write_once<<<1, 1>>>(static_cast<int*>(word));
  need(cudaGetLastError(), "launch");
  if (has_event) need(cudaEventRecord(event), "record");
  need(cudaDeviceSynchronize(), "wait");
  need(cudaIpcCloseMemHandle(word), "close");
  return 0;
}

int parent(bool has_event, std::vector<char*> command) {
  int* word = nullptr;
  cudaEvent_t event = nullptr;
  need(cudaMalloc(&word, 1 << 21), "parent's memory");
  need(cudaMemset(word, 0, sizeof *word), "parent's memory");
  need(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess), "parent's event");
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event_handle;
  need(cudaIpcGetMemHandle(&memory, word), "parent's handle");
  need(cudaIpcGetEventHandle(&event_handle, event), "parent's handle");
  need(cudaDeviceSynchronize(), "parent");
  std::string memory_text = to_hex(memory);
  std::string event_text = has_event ? to_hex(event_handle) : "none";
  char mode[] = "--child";
  command.insert(command.end(), {mode, memory_text.data(), event_text.data(), nullptr});
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(command[0], command.data());
    std::printf("exec: %s\n", strerror(errno));
    std::fflush(stdout);
    _exit(1);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  if (status != 0) return 1;
  int value = 0;
  need(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost), "parent reads");
  std::puts(value == written ? "ok" : "the parent does not see what the child wrote");
  return value == written ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count == 4 && strcmp(words[1], "--child") == 0) return child(words[2], words[3]);
  if (count < 3) return 2;
  return parent(strcmp(words[1], "event") == 0, std::vector<char*>(words + 2, words + count));
}
