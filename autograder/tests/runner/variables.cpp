// A library with variables of many kinds, as submissions have them.
extern "C" {
// As the emulator's device variables: zeros in a section that the file holds.
__attribute__((section("device_variables"))) int marks[16384];
__attribute__((section("device_variables"))) int first = 7;
int numbers[4096] = {1, 2, 3};
alignas(4096) int whole_page[1024] = {1, 2, 3};
int zeros[16384];
int* place = &numbers[1];
}
