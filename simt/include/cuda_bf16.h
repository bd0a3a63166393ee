// Refused, with a message that says what to use instead.
#error "cuda_bf16.h is not supported by the emulator; use float"
