// The memory of a kernel. Static data comes first, laid out by the compiler: the deck in hand, the texts of the
// cards, the cards on their way to an encoder. From `buffer` on, memory is the caller's, who grows it.
//
//   0        static data
//   buffer   records, one after another as they will stand in the output
//   + SLACK  what encoders may scribble on beyond the last record

/** Encoders may write up to this many bytes beyond the last record, so that they can store whole words. */
export const SLACK: usize = 64;

/** Address of the first byte that is the caller's, aligned to 64. */
export const BUFFER: usize = (__heap_base + 63) & ~63;
