// Refused by name: see the message.
#error "cuda_fp16.h is not in the emulator yet; use float"
