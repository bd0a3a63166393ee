// The name of the included file is made by macros.
#define TEXT(x) #x
#define NAME(x) TEXT(x)
#include NAME(../../solutions/lab3_transpose/transpose.cu)
