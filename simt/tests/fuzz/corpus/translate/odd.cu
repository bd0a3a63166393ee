#if 1
#elif X
#include <<<
"open
'
R"(
<<<>>><<<,>>>((([[{{