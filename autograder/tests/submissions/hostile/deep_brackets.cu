// A hundred thousand brackets within each other.
#include "transpose.cuh"

#define TEN(x) ((((((((((x))))))))))
#define HUNDRED(x) TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(x))))))))))
#define THOUSAND(x) HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(x))))))))))
#define MANY(x) THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(THOUSAND(x))))))))))
#define ALL(x) MANY(MANY(MANY(MANY(MANY(MANY(MANY(MANY(MANY(MANY(x))))))))))

int deep = ALL(1);
