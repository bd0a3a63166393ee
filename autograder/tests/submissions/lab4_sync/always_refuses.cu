// Too careful.
#include "sync.cuh"

int round_trips_own_barrier(float*, float*, const float*, int, int, int) { return 0; }
