// For graded code: std::string's functions are compiled with the program, so that the emulator sees what they access.
// The C++ library would otherwise bring its own. No other code includes this file.
#pragma once

#include <cstddef>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
