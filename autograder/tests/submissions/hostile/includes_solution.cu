// Includes the reference by a path relative to the interface's folder.
#include "../../solutions/lab3_transpose/transpose.cu"
