/*
 * An exhaustive search of FreeCell with any number of cells, in 16 bytes of memory per state.
 *
 * A state says where each card is: on a foundation, loose, at the bottom of a column, on one of the two cards that it may be
 * built on, or still on the card that it was dealt on. So columns and cells have no order, and two states never differ only
 * by such an order. A card is loose if it is in a cell or alone in a column. While there is a free place, loose cards can
 * change places through it. So the state does not say which loose card is in which place, until a card is put on one of
 * them. Without a free place, a card that becomes alone in its column stays its bottom, because it cannot go elsewhere.
 *
 * A loose card that can be put on the end of a column is put there at once. That frees a place, so the card can be made loose
 * again at any time. The same deals can be won, and three of five states need not be searched. In return, a move includes the
 * steps that make it possible: cards that are built on the moving card, or on its target, are made loose first.
 *
 * Two cards of one rank and colour, such as 7D and 7H, are twins. The same cards can be built on both, and both can be built on
 * the same cards. So as soon as both are dug out, a position in which they have changed places differs in one way only: another
 * of them can go to its foundation. Two long columns from kings to fours alone make 2^10 such positions. They are one state
 * here: the search keeps the position that it meets first. A position that it leaves out is made up for at the foundations,
 * where a dug out twin may go in place of the card that is next. This is called a swap. Hence:
 * - If the search with swaps ends without a win, the deal cannot be won. Every way to win the deal leads through its states.
 * - If it wins without a swap, the deal can be won.
 * - If it wins by a swap, that says nothing. The search is repeated without the twins of that win, at last without any.
 * - A search without swaps wins sooner, so it comes before each. If no swap was possible in it, its end proves as much.
 *
 * The search is depth first and tries good moves first.
 */
#include "search.h"

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MIN_SLOTS = 1 << 12, MAX_MOVES = CARDS * 6 };

/*
 * Where a card is. ON_A, ON_B: on its first or second parent. ON_DEALT: on the card that it was dealt on, not a parent. SWAP is
 * not a place, but a target of moves: the twin of the card goes to its foundation in place of the card.
 */
typedef enum { FOUND, LOOSE, BOTTOM, ON_A, ON_B, ON_DEALT, PLACES, SWAP = PLACES } Place;

/* A state as a number in a mixed radix, with a digit for the place of each card. */
typedef unsigned __int128 Key;

typedef struct {
  uint8_t card;
  uint8_t place;
} Step;

typedef struct {
  Step step;
  bool is_to_column; /* the card on which this card is put goes to an empty column first */
} Move;

typedef struct {
  size_t journal; /* length of the journal in this state */
  size_t moves;   /* index of the state's first move */
} Frame;

/* Arrays that grow with the search. */
static struct { Move *items; size_t length, capacity; } moves;    /* moves of all frames that were not tried yet */
static struct { Step *items; size_t length, capacity; } journal;  /* the earlier places of the cards that moved */
static struct { Frame *items; size_t length, capacity; } frames;
static struct { Key *slots; size_t capacity, length; } known;     /* hash table of the states searched; 0 is a free slot */
static jmp_buf out_of_memory;

#define PUSH(stack, ...)                                                             \
  do {                                                                               \
    if ((stack).length == (stack).capacity) {                                        \
      (stack).items = enlarge((stack).items, &(stack).capacity, sizeof *(stack).items); \
    }                                                                                \
    (stack).items[(stack).length++] = (__VA_ARGS__);                                 \
  } while (0)

static void *enlarge(void *items, size_t *capacity, size_t item_bytes) {
  const size_t larger = *capacity * 2 + 1024;
  void *const more = realloc(items, larger * item_bytes);
  if (more == NULL) longjmp(out_of_memory, 1);
  *capacity = larger;
  return more;
}

/* Cards. A set of cards is a number with a bit for each card. */

typedef uint64_t Cards;

static Cards bit(int card) { return (Cards)1 << card; }

static int suit_of(int card) { return card & 3; }
static int rank_of(int card) { return card >> 2; }
static bool is_red(int suit) { return suit == 1 || suit == 2; }
static int twin_of(int card) { return card ^ 3; } /* the other card of its rank and colour, in the order CDHS of suits */

enum { NO_CARD = CARDS };

/* Returns the first (0) or second (1) card that a card may be built on. */
static int parent_of(int card, int which) {
  static const uint8_t SUITS[2][2] = {{1, 2}, {0, 3}};
  return rank_of(card) == 12 ? NO_CARD : (rank_of(card) + 1) * 4 + SUITS[is_red(suit_of(card))][which];
}

/* The state. Only place() and swap_twins() change it. */
static uint8_t place_of[CARDS];
static Cards loose, bottoms, tops; /* tops: the last cards of columns, except loose cards */
static uint8_t above[CARDS + 1];   /* the card on a card, or NO_CARD */
static int found[4];               /* cards on the foundation of each suit */
static Cards on_dealt;             /* cards at the place ON_DEALT */

static int cells;
static uint8_t dealt_on[CARDS];
static Cards dealt_from[CARDS]; /* a card and the cards that were dealt above it */
static Key worth[CARDS][PLACES];
static Cards twins; /* cards that may change places once they are dug out */

static int below(int card) {
  const Place place = place_of[card];
  return place == ON_DEALT ? dealt_on[card] : parent_of(card, place - ON_A);
}

/* Puts a card to a place. The card is the last of a column, or loose, or goes back to an earlier place. */
static void place(int card, Place to) {
  const Place from = place_of[card];
  switch (from) {
    case FOUND: found[suit_of(card)]--; break;
    case LOOSE: loose &= ~bit(card); break;
    case BOTTOM: bottoms &= ~bit(card), tops &= ~bit(card); break;
    default: tops = (tops | bit(below(card))) & ~bit(card), above[below(card)] = NO_CARD;
  }
  if (from == ON_DEALT) on_dealt &= ~bit(card);
  if (to == ON_DEALT) on_dealt |= bit(card);
  place_of[card] = to;
  switch (to) {
    case FOUND: found[suit_of(card)]++; break;
    case LOOSE: loose |= bit(card); break;
    case BOTTOM: bottoms |= bit(card), tops |= bit(card); break;
    default: tops = (tops & ~bit(below(card))) | bit(card), above[below(card)] = card;
  }
}

/* Returns whether a card and its twin may change places: both are dug out, and neither is on its foundation. */
static bool has_twin(int card) {
  const int twin = twin_of(card);
  return (twins & bit(card)) && place_of[card] != FOUND && place_of[twin] != FOUND &&
         !((dealt_from[card] | dealt_from[twin]) & on_dealt);
}

/* Lets a card and its twin change places. The cards on them stay where they are, so these are on the other twin then. */
static void swap_twins(int card) {
  const int cards[] = {card, twin_of(card)};
  int under[2];
  for (int i = 0; i < 2; i++) under[i] = place_of[cards[i]] >= ON_A ? below(cards[i]) : NO_CARD;
  for (int i = 0; i < 2; i++) {
    const int top = above[cards[i]];
    if (under[i] != NO_CARD) above[under[i]] = cards[!i];
    if (top != NO_CARD) place_of[top] = place_of[top] == ON_A ? ON_B : ON_A;
  }
  const uint8_t top = above[cards[0]], place = place_of[cards[0]];
  above[cards[0]] = above[cards[1]], above[cards[1]] = top;
  place_of[cards[0]] = place_of[cards[1]], place_of[cards[1]] = place;
  Cards *const sets[] = {&loose, &bottoms, &tops};
  for (int i = 0; i < 3; i++) {
    const bool is_in_one = (*sets[i] >> cards[0] ^ *sets[i] >> cards[1]) & 1;
    if (is_in_one) *sets[i] ^= bit(cards[0]) | bit(cards[1]);
  }
}

static int cards_on(int card) {
  int count = 0;
  while ((card = above[card]) != NO_CARD) count++;
  return count;
}

/*
 * Returns the key of the state. Positions in which twins have changed places have the same key: of two twins, the one at the
 * place that comes first in `Place`, or the one in the longer column, is called the first. Only true twins get each other's
 * name, so equal keys always mean equal states.
 */
static Key key_of_state(void) {
  uint8_t name[CARDS + 1];
  Key key = 0;
  for (int rank = 12; rank >= 0; rank--)
    for (int suit = 0; suit < 2; suit++) {
      const int cards[] = {rank * 4 + suit, twin_of(rank * 4 + suit)};
      Place places[2];
      for (int i = 0; i < 2; i++) {
        places[i] = place_of[cards[i]];
        if (places[i] != ON_A && places[i] != ON_B) continue;
        places[i] = name[below(cards[i])] == parent_of(cards[i], 0) ? ON_A : ON_B;
      }
      bool is_swapped = places[0] > places[1];
      if (places[0] == BOTTOM && places[1] == BOTTOM) is_swapped = cards_on(cards[0]) < cards_on(cards[1]);
      is_swapped = is_swapped && has_twin(cards[0]);
      for (int i = 0; i < 2; i++) {
        name[cards[i]] = cards[i ^ is_swapped];
        key += worth[name[cards[i]]][places[i]];
      }
    }
  return key;
}

static int columns_without_bottom(void) { return COLUMNS - __builtin_popcountll(bottoms); }
static int free_places(void) { return cells + columns_without_bottom() - __builtin_popcountll(loose); }

static void step(int card, Place to) {
  PUSH(journal, (Step){card, place_of[card]});
  place(card, to);
}

static void undo(size_t length) {
  while (journal.length > length) {
    const Step step = journal.items[--journal.length];
    if (step.place == SWAP) swap_twins(step.card);
    else place(step.card, step.place);
  }
}

/*
 * Returns whether a card can go to its foundation and is not needed elsewhere: the cards that could be put on it can go to
 * their foundations, and so can the cards that could be put on those.
 */
static bool goes_home(int card) {
  const int suit = suit_of(card), rank = rank_of(card);
  const int *const other_colour = is_red(suit) ? (const int[]){0, 3} : (const int[]){1, 2};
  return found[suit] == rank && found[other_colour[0]] >= rank - 1 && found[other_colour[1]] >= rank - 1 &&
         found[3 - suit] >= rank - 2;
}

/*
 * Makes all moves that lose nothing: cards go home, cards alone in a column become loose, and loose cards are put on a parent
 * at the end of a column, which frees a place. make() takes them off again where they are in the way. A card that has a twin
 * does not go home, because the twin may be needed in its place.
 */
static void settle(void) {
  for (int suit = 0; suit < 4; suit++) {
    const int card = found[suit] * 4 + suit;
    if (card >= CARDS || !((tops | loose) & bit(card)) || !goes_home(card) || has_twin(card)) continue;
    step(card, FOUND);
    suit = -1; /* from the first suit again */
  }
  for (size_t before = SIZE_MAX; before != journal.length;) {
    before = journal.length;
    if (free_places() > 0)
      for (Cards alone = bottoms & tops; alone != 0; alone &= alone - 1) step(__builtin_ctzll(alone), LOOSE);
    for (Cards left = loose; left != 0;) {
      const int card = 63 - __builtin_clzll(left); /* high ranks first, because lower ranks may be put on them */
      left &= ~bit(card);
      for (Place to = ON_A; to <= ON_B && place_of[card] == LOOSE; to++) {
        const int parent = parent_of(card, to - ON_A);
        if (parent != NO_CARD && (tops & bit(parent))) step(card, to);
      }
    }
  }
}

/* Makes the cards loose that lie on a card. */
static void clear(int card) {
  while (above[card] != NO_CARD) {
    int top = above[card];
    while (above[top] != NO_CARD) top = above[top];
    step(top, LOOSE);
  }
}

static void make(Move move) {
  const int card = move.step.card;
  const Place to = move.step.place;
  clear(card);
  if (to == SWAP) {
    PUSH(journal, (Step){card, SWAP});
    swap_twins(card);
    step(twin_of(card), FOUND);
    settle();
    return;
  }
  if (to == ON_A || to == ON_B) {
    const int parent = parent_of(card, to - ON_A);
    clear(parent);
    if (move.is_to_column || (loose & bit(parent))) step(parent, BOTTOM);
  }
  step(card, to);
  settle();
}

/* The states searched so far. */

static Key *make_slots(size_t count) {
  Key *const slots = calloc(count, sizeof(Key));
  if (slots == NULL) longjmp(out_of_memory, 1);
  return slots;
}

static size_t slot_of(Key state) {
  uint64_t hash = (uint64_t)state * 0x9e3779b97f4a7c15 ^ ((uint64_t)(state >> 64) + 0x7f4a7c15) * 0xc2b2ae3d27d4eb4f;
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
  return (hash ^ hash >> 32) & (known.capacity - 1);
}

/* Returns the slot of a state, or the free slot where the state belongs. */
static Key *find_slot(Key state) {
  size_t slot = slot_of(state);
  while (known.slots[slot] != 0 && known.slots[slot] != state) slot = (slot + 1) & (known.capacity - 1);
  return &known.slots[slot];
}

/* Adds a state. Returns false if it was known. */
static bool add_state(Key state) {
  if (known.length * 4 >= known.capacity * 3) {
    Key *const old = known.slots, *const end = old + known.capacity;
    known.slots = make_slots(known.capacity * 2);
    known.capacity *= 2;
    for (const Key *slot = old; slot < end; slot++)
      if (*slot != 0) *find_slot(*slot) = *slot;
    free(old);
  }
  Key *const slot = find_slot(state);
  if (*slot != 0) return false;
  *slot = state;
  known.length++;
  return true;
}

/* The search. */

static bool has_swaps; /* whether the search makes swaps */
static bool has_left_out_swaps;

static uint64_t random_state;

static int random_below_8(void) {
  random_state = random_state * 6364136223846793005 + 1442695040888963407;
  return random_state >> 40 & 7;
}

/* Returns whether a card lies on a parent, so that it can be put there again. */
static bool is_built(int card) { return place_of[card] == ON_A || place_of[card] == ON_B; }

/* Returns the cards that can move once the cards built on them are loose. Sets the number of these for each card. */
static Cards find_movable(uint8_t built_on[CARDS]) {
  const int most = free_places();
  Cards movable = loose;
  for (Cards left = loose; left != 0; left &= left - 1) built_on[__builtin_ctzll(left)] = 0;
  for (Cards left = tops; left != 0; left &= left - 1) {
    int card = __builtin_ctzll(left);
    for (int count = 0;; count++) {
      built_on[card] = count;
      movable |= bit(card);
      if (count == most || !is_built(card)) break;
      card = below(card);
    }
  }
  return movable;
}

/*
 * Lists the moves of a card, except those that settle() would undo. make() first makes the cards loose that are built on the
 * card or on its target, and settle() puts them back.
 */
static void list_moves(void) {
  uint8_t built_on[CARDS];
  const int most = free_places();
  const bool has_column = columns_without_bottom() > 0;
  const Cards movable = find_movable(built_on);
  for (Cards left = movable; left != 0; left &= left - 1) {
    const int card = __builtin_ctzll(left), count = built_on[card];
    if (count < most && (place_of[card] == ON_DEALT || (is_built(card) && place_of[below(card)] == BOTTOM)))
      PUSH(moves, (Move){{card, LOOSE}, false});
    for (Place to = ON_A; to <= ON_B; to++) {
      const int parent = parent_of(card, to - ON_A);
      if (parent == NO_CARD || !(movable & bit(parent))) continue;
      const bool is_there = place_of[card] == to;
      const int both = built_on[parent] + (is_there ? 0 : count);
      if (loose & bit(parent)) {
        if (has_column) PUSH(moves, (Move){{card, to}, false});
        continue;
      }
      if (!is_there && both <= most) PUSH(moves, (Move){{card, to}, false});
      if (is_built(parent) && has_column && both < most) PUSH(moves, (Move){{card, to}, true});
    }
  }
  for (int suit = 0; suit < 4; suit++) {
    const int card = found[suit] * 4 + suit;
    if (card >= CARDS) continue;
    if (movable & bit(card)) PUSH(moves, (Move){{card, FOUND}, false});
    if (!(movable & bit(twin_of(card))) || !has_twin(card)) continue;
    if (has_swaps) PUSH(moves, (Move){{twin_of(card), SWAP}, false});
    else has_left_out_swaps = true;
  }
}

/* Estimates how good a state is, with a random part. The weights were found by trying, on several hundred deals. */
static int score_state(void) {
  int score = 2 * free_places() - 2 * __builtin_popcountll(on_dealt) + random_below_8();
  for (int suit = 0; suit < 4; suit++) {
    score += found[suit];
    const int next = found[suit] * 4 + suit;
    if (next >= CARDS) continue;
    for (int card = above[next]; card != NO_CARD; card = above[card]) score -= 2;
  }
  return score;
}

/*
 * Pushes a frame for the state with its moves to new states, the best move last. Returns true if a move wins, after that move.
 * A state in which each card lies on a parent wins, because the lowest card can always go to its foundation.
 */
static bool expand(void) {
  static struct { Move move; Key state; int score; } next[MAX_MOVES];
  const size_t journal_length = journal.length, first = moves.length;
  PUSH(frames, (Frame){journal_length, first});
  list_moves();
  const size_t count = moves.length - first;
  for (size_t i = 0; i < count; i++) {
    const Move move = moves.items[first + i];
    make(move);
    if (on_dealt == 0) return true;
    const int score = score_state();
    size_t at = i;
    for (; at > 0 && next[at - 1].score > score; at--) next[at] = next[at - 1];
    next[at].move = move, next[at].state = key_of_state(), next[at].score = score;
    undo(journal_length);
  }
  moves.length = first;
  for (size_t i = 0; i < count; i++)
    if (add_state(next[i].state)) PUSH(moves, next[i].move);
  return false;
}

static void free_memory(void) {
  free(moves.items), free(journal.items), free(frames.items), free(known.slots);
  memset(&moves, 0, sizeof moves), memset(&journal, 0, sizeof journal);
  memset(&frames, 0, sizeof frames), memset(&known, 0, sizeof known);
}

/* Returns the cards that swaps have moved between the deal and the state. */
static Cards swapped_cards(void) {
  Cards cards = 0;
  for (size_t i = 0; i < journal.length; i++) {
    const Step step = journal.items[i];
    if (step.place == SWAP) cards |= bit(step.card) | bit(twin_of(step.card));
  }
  return cards;
}

/* Searches from the deal on, until the processor's clock is at `end`. */
static Outcome attempt(clock_t end) {
  undo(0);
  moves.length = frames.length = known.length = 0;
  has_left_out_swaps = false;
  free(known.slots);
  known.slots = NULL;
  known.slots = make_slots(known.capacity = MIN_SLOTS);
  settle();
  if (on_dealt == 0) return WON;
  add_state(key_of_state());
  bool is_won = expand();
  for (size_t steps = 1; !is_won && frames.length > 0; steps++) {
    const Frame frame = frames.items[frames.length - 1];
    undo(frame.journal);
    if (moves.length == frame.moves) {
      frames.length--;
      continue;
    }
    make(moves.items[--moves.length]);
    if (steps % 4096 == 0 && clock() > end) return OPEN;
    is_won = expand();
  }
  if (is_won) return swapped_cards() == 0 ? WON : OPEN;
  return has_left_out_swaps ? OPEN : IMPOSSIBLE;
}

/* Deals the cards. Before, all of them are on the foundations. */
static void deal_cards(const unsigned char deal[CARDS]) {
  loose = bottoms = tops = on_dealt = 0;
  memset(above, NO_CARD, sizeof above);
  memset(place_of, FOUND, sizeof place_of);
  for (int suit = 0; suit < 4; suit++) found[suit] = CARDS / 4;
  Place first[CARDS];
  for (int i = 0; i < CARDS; i++) {
    const int card = deal[i];
    dealt_on[card] = i < COLUMNS ? NO_CARD : deal[i - COLUMNS];
    first[card] = i < COLUMNS ? BOTTOM : ON_DEALT;
    dealt_from[card] = 0;
    for (int j = i; j < CARDS; j += COLUMNS) dealt_from[card] |= bit(deal[j]);
    for (Place to = ON_A; to <= ON_B; to++)
      if (parent_of(card, to - ON_A) == dealt_on[card] && i >= COLUMNS) first[card] = to;
  }
  /* Places where a card cannot be get no digit. So there are less than 2^126 states, for each deal. */
  Key unit = 1;
  for (int card = 0; card < CARDS; card++) {
    int places = 0;
    for (Place to = FOUND; to < PLACES; to++) {
      const bool is_possible = to == FOUND || to == first[card] || to == BOTTOM ||
                               (rank_of(card) > 0 && (to == LOOSE || (to < ON_DEALT && rank_of(card) < 12)));
      worth[card][to] = is_possible ? unit * (Key)places++ : 0;
    }
    unit *= (Key)places;
  }
  for (int i = 0; i < CARDS; i++) place(deal[i], first[deal[i]]);
}

static void add_effort(Effort *effort) {
  const size_t bytes = moves.capacity * sizeof *moves.items + journal.capacity * sizeof *journal.items +
                       frames.capacity * sizeof *frames.items + known.capacity * sizeof *known.slots;
  effort->states += known.length;
  if (bytes > effort->bytes) effort->bytes = bytes;
}

Outcome search(const unsigned char deal[CARDS], int cell_count, long seconds, Effort *effort) {
  const clock_t end = seconds > 0 ? clock() + seconds * CLOCKS_PER_SEC : LONG_MAX;
  cells = cell_count;
  free_memory();
  *effort = (Effort){0, 0};
  deal_cards(deal);
  if (setjmp(out_of_memory) != 0) {
    add_effort(effort);
    free_memory();
    return OPEN;
  }
  has_swaps = false;
  twins = bit(CARDS) - bit(4); /* not aces, because they go home at once */
  for (random_state = 0; clock() <= end; has_swaps = !has_swaps) {
    const Outcome outcome = attempt(end);
    add_effort(effort);
    if (outcome != OPEN) return outcome;
    twins &= ~swapped_cards();
  }
  return OPEN;
}

char *winning_moves(void) {
  static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS", TARGETS[] = "+-_";
  /* The journal has the earlier place of each card. The place after a step is the one before the card's next step. */
  for (size_t i = journal.length; i-- > 0;) {
    Step *const step = &journal.items[i];
    const uint8_t to = place_of[step->card];
    place_of[step->card] = step->place, step->place = to;
  }
  char *const text = malloc(journal.length * 5 + 1), *end = text;
  if (text == NULL) fail(1, "out of memory", "");
  for (size_t i = 0; i < journal.length; i++) {
    const int card = journal.items[i].card, to = journal.items[i].place;
    *end++ = RANKS[rank_of(card)], *end++ = SUITS[suit_of(card)];
    if (to < ON_A) *end++ = TARGETS[to];
    else *end++ = RANKS[rank_of(card) + 1], *end++ = SUITS[suit_of(parent_of(card, to - ON_A))];
    *end++ = ' ';
  }
  end[-(end > text)] = '\0';
  return text;
}
