/* Prints the SHA-256 of the first N deals of a stream of card bytes, for each N given. The stream has 52 bytes per deal. One
 * pass is enough, because each digest is taken from a copy of the running hash. The numbers must ascend.
 *
 *   deal cards 1 1000000 - | digests 32000 1000000     prints two lines
 *
 * cc -O3 -o digests digests.c -lcrypto */
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void fail(const char *why) {
  fprintf(stderr, "digests: %s\n", why);
  exit(1);
}

int main(int argc, char **argv) {
  static uint8_t buffer[1 << 20];
  EVP_MD_CTX *hash = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
  uint64_t hashed = 0; /* bytes */
  if (!EVP_DigestInit_ex(hash, EVP_sha256(), 0)) fail("there is no SHA-256");
  for (int i = 1; i < argc; i++) {
    uint64_t end = strtoull(argv[i], 0, 10) * 52;
    while (hashed < end) {
      uint64_t wanted = end - hashed < sizeof buffer ? end - hashed : sizeof buffer;
      ssize_t got = read(0, buffer, wanted);
      if (got <= 0) fail("the stream ends early");
      if (!EVP_DigestUpdate(hash, buffer, got)) fail("the hash fails");
      hashed += got;
    }
    unsigned char digest[32];
    if (!EVP_MD_CTX_copy_ex(copy, hash) || !EVP_DigestFinal_ex(copy, digest, 0)) fail("the hash fails");
    printf("1..%s ", argv[i]);
    for (int j = 0; j < 32; j++) printf("%02x", digest[j]);
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
