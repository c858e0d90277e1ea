"""The method of --sample, read a second time: prints texts/samples.txt."""


def mix(x):
    x ^= x >> 16
    x = x * 0x85EBCA6B & 0xFFFFFFFF
    x ^= x >> 13
    x = x * 0xC2B2AE35 & 0xFFFFFFFF
    return x ^ x >> 16


def sample(deals, places, seed):
    bits = max(2, (deals - 1).bit_length())
    right_bits = bits // 2
    sizes = [bits - right_bits, right_bits]
    low, high = seed & 0xFFFFFFFF, seed >> 32
    keys = [
        mix((mix((low + (r + 1) * 0x9E3779B9) & 0xFFFFFFFF) + mix((high + r) & 0xFFFFFFFF)) & 0xFFFFFFFF)
        for r in range(8)
    ]

    def once(x):
        left, right = x >> right_bits, x & (1 << right_bits) - 1
        for r in range(8):
            left, right = right, left ^ mix(right ^ keys[r]) & (1 << sizes[r % 2]) - 1
        return left << right_bits | right

    for place in places:
        x = once(place)
        while x >= deals:
            x = once(x)
        yield 1 + x


print("# Samples that sample.py computes: the last deal of 1..LAST and the seed, then the sample's first deals, and its last.\n")
SEEDS = [0, 1, 2, 7, 2**32, 2**32 + 1, 2**33, 2**53 - 1]
for last in [1, 2, 3, 11, 64, 1000, 1_000_000, 2**32, 2**33 - 1]:
    for seed in SEEDS:
        print(f"{last} {seed}\n   ", *sample(last, [*range(min(last, 10)), last - 1], seed))
