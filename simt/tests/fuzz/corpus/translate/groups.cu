#if 0
k<<<1, 1>>>();
#else
k
<<<
1,
1
>>>
(
)
;
#endif
