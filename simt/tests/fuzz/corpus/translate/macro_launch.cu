#define LAUNCH(k, g, b, ...) \
  k<<<g, \
     b>>>(__VA_ARGS__)
LAUNCH(a, 1, 2, 3);
