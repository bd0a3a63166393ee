a.b->c::d<e><<<f(g<h, i>(), j), {1, 2, 3}>>>(k, [&](auto x) { return x<<<3; });
