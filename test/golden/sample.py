"""The method of --sample, read a second time: prints what test/selection/deal-source.test.ts compares with."""


def mix(x):
    x ^= x >> 16
    x = x * 0x85EBCA6B & 0xFFFFFFFF
    x ^= x >> 13
    x = x * 0xC2B2AE35 & 0xFFFFFFFF
    return x ^ x >> 16


def sample(first, last, count, seed):
    deals = last - first + 1
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

    for place in range(count):
        x = once(place)
        while x >= deals:
            x = once(x)
        yield first + x


print(*sample(1, 1_000_000, 10, 7))
print(*sample(1, 2**33 - 1, 5, 2**53 - 1))
