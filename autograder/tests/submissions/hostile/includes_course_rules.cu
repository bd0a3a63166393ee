// Includes the grader's own description of the lab.
#include "@course@/autograder/course/lab3_transpose/operations.hpp"
#include "transpose.cuh"
