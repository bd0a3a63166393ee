// k<<<1, 1>>>();
/* k<<<1
, 1>>>(); */ const char* s = "<<<"; char c = '<'; auto r = R"x(<<< )" )x";
