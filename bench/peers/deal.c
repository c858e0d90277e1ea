/* The published dealing loop in plain C, one deal after another. The benches measure against it, and `npm run prove`
 * compares the kernels with it. It shares only the rule with the project, and no code.
 *
 *   deal loop FIRST COUNT         deals into memory, prints nanoseconds per deal
 *   deal cards FIRST COUNT FILE   writes 52 card bytes per deal
 *   deal bin FIRST COUNT FILE     writes the header of 64 bytes, then 52 card bytes per deal
 *   deal text FIRST COUNT FILE    writes eight lines per deal
 *   deal aces FIRST COUNT         prints how many deals have the four aces among their first eight cards
 *
 * If FILE is -, the output goes to standard output. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline void deal_first(uint64_t n, uint8_t *cards, uint32_t count) {
  uint8_t deck[52];
  uint32_t state = (uint32_t)n;
  for (int i = 0; i < 52; i++) deck[i] = i;
  for (uint32_t left = 52; left > 52 - count; left--) {
    state = state * 214013 + 2531011;
    uint32_t r = (state >> 16) & 0x7fff;
    if (n >= 4294967296) r = (state >> 16) + 1;
    else if (n >= 2147483648) r |= 0x8000;
    uint32_t j = r % left;
    *cards++ = deck[j];
    deck[j] = deck[left - 1];
  }
}

static void deal(uint64_t n, uint8_t *cards) { deal_first(n, cards, 52); }

static int has_aces(uint64_t n) {
  uint8_t cards[8];
  int aces = 0;
  deal_first(n, cards, 8);
  for (int i = 0; i < 8; i++) aces += cards[i] < 4;
  return aces == 4;
}

static uint8_t *write_board(const uint8_t *cards, uint8_t *out) {
  for (int column = 0; column < 8; column++) {
    for (int i = column; i < 52; i += 8) {
      *out++ = "A23456789TJQK"[cards[i] >> 2];
      *out++ = "CDHS"[cards[i] & 3];
      *out++ = i + 8 < 52 ? ' ' : '\n';
    }
  }
  return out;
}

static uint32_t crc32(const uint8_t *bytes, int count) {
  uint32_t crc = 0xffffffff;
  for (int i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

static void put(uint8_t *at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = value >> 8 * i;
}

static void make_header(uint8_t *header, uint64_t first, uint64_t count) {
  memset(header, 0, 64);
  memcpy(header, "\x89" "FCD\r\n\x1a\n", 8);
  put(header + 8, 1, 2);
  put(header + 10, 64, 2);
  put(header + 12, 52, 2);
  put(header + 14, 1, 2);
  put(header + 16, first, 8);
  put(header + 24, count, 8);
  put(header + 60, crc32(header, 60), 4);
}

static void write_all(int fd, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0) {
      perror("deal");
      exit(1);
    }
    bytes += written;
    count -= written;
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  uint64_t first = strtoull(argv[2], 0, 10), count = strtoull(argv[3], 0, 10);

  if (!strcmp(argv[1], "loop")) {
    uint8_t *cards = malloc(count * 52);
    for (uint64_t i = 0; i < count; i++) deal(first + i, cards + i * 52); /* the system provides the memory now */
    double started = now();
    for (uint64_t i = 0; i < count; i++) deal(first + i, cards + i * 52);
    printf("%.3f\n", (now() - started) / count);
    return cards[count / 2] > 51;
  }

  if (!strcmp(argv[1], "aces")) {
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++) found += has_aces(first + i);
    printf("%llu\n", (unsigned long long)found);
    return 0;
  }

  int is_text = !strcmp(argv[1], "text");
  int fd = strcmp(argv[4], "-") ? open(argv[4], O_WRONLY | O_CREAT | O_TRUNC, 0644) : 1;
  size_t size = is_text ? 156 : 52, capacity = 1 << 20;
  uint8_t *buffer = malloc(capacity), *out = buffer;
  if (!strcmp(argv[1], "bin")) {
    make_header(out, first, count);
    out += 64;
  }
  for (uint64_t i = 0; i < count; i++) {
    if (is_text) {
      uint8_t cards[52];
      deal(first + i, cards);
      out = write_board(cards, out);
    } else {
      deal(first + i, out);
      out += 52;
    }
    if (out + size > buffer + capacity) {
      write_all(fd, buffer, out - buffer);
      out = buffer;
    }
  }
  write_all(fd, buffer, out - buffer);
  return 0;
}
