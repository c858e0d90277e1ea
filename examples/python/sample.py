"""The order of a sample: sample.py DEALS SEED PLACE.. prints the deals at these places, counted from 0, of 1..DEALS."""

import sys

def mix(x):
    x = (x ^ x >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    x = (x ^ x >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return x ^ x >> 16

def sample(deals, places, seed):
    bits = max(2, (deals - 1).bit_length())
    low = bits // 2
    rounds = [(mix(mix((seed + (r + 1) * 0x9E3779B9) & 0xFFFFFFFF) + mix((seed >> 32) + r & 0xFFFFFFFF) & 0xFFFFFFFF),
               (1 << (low if r % 2 else bits - low)) - 1) for r in range(8)]
    for x in places:
        while True:
            left, right = x >> low, x & (1 << low) - 1
            for key, mask in rounds:
                left, right = right, left ^ mix(right ^ key) & mask
            x = left << low | right
            if x < deals: break
        yield 1 + x

deals, seed, *places = map(int, sys.argv[1:])
print(*sample(deals, places, seed))
