// cuda::std has the names of std, after its own: libcu++ declares the standard library again for device code, and here
// both are the same code.
#pragma once

namespace std {}

namespace cuda {
namespace std {

using namespace ::std;

}  // namespace std
}  // namespace cuda
