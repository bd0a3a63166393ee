// For graded code: the C++ library's strings and streams are compiled with the program, so that the emulator sees what
// they access. The library would otherwise bring its own. No other code includes this file.
#pragma once

#include <cstddef>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#define SIMT_OWN_LIBRARY
