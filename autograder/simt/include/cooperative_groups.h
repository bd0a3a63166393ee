// Refused by name: see the message.
#error "cooperative_groups.h is not in the emulator yet; use __syncthreads() and __syncwarp(), or another kernel launch"
