// Refused, with a message that says what to use instead.
#error "cuda_fp16.h is not supported by the emulator; use float"
