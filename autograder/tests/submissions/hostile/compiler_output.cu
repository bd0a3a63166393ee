// Makes the compiler print without end.
#include "transpose.cuh"

#define A bad b;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
D D D D D D D D D D
