"""Reads the files of freecell-deals: .bin with numpy, .ndjson with json.

    python3 deals.py deals.bin        prints the number and the 52 card names of each deal
    python3 deals.py deals.ndjson

A card is a byte, rank * 4 + suit: 0 = AC, 1 = AD, 2 = AH, 3 = AS ... 51 = KS. The 52 cards of a deal are in dealing order:
card i, counted from 0, lies in column i % 8, row i // 8. Needs numpy: apt-get install python3-numpy.
"""

import json
import os
import sys
import zlib

import numpy

HEADER = numpy.dtype([
    ("magic", "S8"), ("version", "<u2"), ("header_bytes", "<u2"), ("record_bytes", "<u2"), ("layout", "<u2"),
    ("first", "<u8"), ("count", "<u8"), ("zero", "V28"), ("crc", "<u4"),
])
MAGIC = bytes.fromhex("894643440d0a1a0a")
RANGE, LIST = 1, 2
RECORD = {RANGE: numpy.dtype([("cards", "u1", 52)]), LIST: numpy.dtype([("deal", "<u8"), ("cards", "u1", 52)])}

NAMES = numpy.array([rank + suit for rank in "A23456789TJQK" for suit in "CDHS"])


def read_bin(path):
    """Returns the deal numbers (uint64, n) and the cards (uint8, n x 52) of a .bin file.

    The cards are read from the file when they are used, so a file may be larger than memory. Raises ValueError if the
    file is damaged or incomplete."""
    with open(path, "rb") as file:
        head = file.read(HEADER.itemsize)
    if len(head) < HEADER.itemsize or not head.startswith(MAGIC):
        raise ValueError(f"{path}: it does not begin like a file of deals")
    header = numpy.frombuffer(head, HEADER)[0]
    if zlib.crc32(head[:60]) != header["crc"]:
        raise ValueError(f"{path}: its header is damaged: the CRC-32 does not fit")
    layout, count = int(header["layout"]), int(header["count"])
    if header["version"] != 1 or layout not in RECORD:
        raise ValueError(f"{path}: it has version {header['version']}, layout {layout}; expected 1, and 1 or 2")
    size = HEADER.itemsize + count * RECORD[layout].itemsize
    if os.path.getsize(path) != size:
        raise ValueError(f"{path}: it has {os.path.getsize(path)} bytes; expected {size}")
    records = numpy.memmap(path, RECORD[layout], "r", HEADER.itemsize, (count,))
    deals = records["deal"] if layout == LIST else header["first"] + numpy.arange(count, dtype="u8")
    return deals, records["cards"]


def read_ndjson(path):
    """Yields the deal number and the 52 card names of each line."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            yield record["deal"], record["cards"]


def main(path):
    if path.endswith(".ndjson"):
        deals = read_ndjson(path)
    else:
        numbers, cards = read_bin(path)
        deals = ((n, NAMES[board]) for n, board in zip(numbers, cards))
    for n, names in deals:
        print(n, *names)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: deals.py FILE.bin|FILE.ndjson")
    try:
        main(sys.argv[1])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe, as head does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
