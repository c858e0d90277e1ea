#!/usr/bin/env node
// Replays the solutions that cells writes with SOLUTIONS=1, card by card by the rules of the game, and shares no code with the
// solver: node replay.mjs RESULTS.ndjson. It deals by itself, and so takes deals up to 2147483647.
// A solution says 7D- when 7D goes into a free cell or an empty column. Which of them is only decided by what follows, so cards
// that are alone in a column change places with cards in cells here as long as there is room.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';
const rankOf = (card) => RANKS.indexOf(card[0]);
const isRed = (card) => 'DH'.includes(card[1]);

function deal(number) {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const columns = [[], [], [], [], [], [], [], []];
  for (let left = 52, state = number; left > 0; left--) {
    state = (Math.imul(state, 214013) + 2531011) >>> 0;
    const at = ((state >>> 16) & 0x7fff) % left;
    columns[(52 - left) % 8].push(deck[at]);
    deck[at] = deck[left - 1];
  }
  return columns;
}

/** Plays a solution. Throws an Error at the first move that is against the rules, or if cards are left. */
function replay({ deal: number, cells: cellCount, solution }) {
  const columns = deal(number);
  const cells = new Set();
  const home = Object.fromEntries([...SUITS].map((suit) => [suit, 0]));
  const moves = solution === '' ? [] : solution.split(' ').map((text) => [text.slice(0, 2), text.slice(2)]);
  let at = 0; // index of the move
  const check = (isRight) => {
    if (!isRight)
      throw new Error(`deal ${number}: move ${at + 1} of ${moves.length}, ${moves[at]?.join('')}`);
  };

  /** Moves a card that is last in a column or in a cell to a column, a cell (the set of cells) or a foundation (home). */
  const move = (card, to) => {
    const from = columns.find((column) => column.at(-1) === card);
    check(from !== undefined ? from.pop() : cells.delete(card));
    if (to === cells) {
      check(cells.size < cellCount);
      cells.add(card);
    } else if (to === home) {
      check(home[card[1]]++ === rankOf(card));
    } else {
      const last = to?.at(-1);
      check(to && (!last || (rankOf(last) === rankOf(card) + 1 && isRed(last) !== isRed(card))));
      to.push(card);
    }
  };

  /** Index of the move that needs a card in a column, if that is its next move. */
  const neededAt = (card) => {
    if (card === moves[at][0] && moves[at][1] === '_') return at;
    const next = moves.findIndex(([other], index) => index > at && other === card);
    return next >= 0 && moves[next][1] === '_' ? next : Number.POSITIVE_INFINITY;
  };
  const loose = new Set(); // the cards that are in cells or alone in columns and may change places
  const empty = () => columns.find((column) => column.length === 0);
  const isRoom = () => cells.size < cellCount || empty() !== undefined;

  /** Moves a card to an empty column. If there is none, the loose card that is needed last leaves its column for a cell. */
  const moveToColumn = (card) => {
    const lone = columns
      .filter((column) => column.length === 1 && loose.has(column[0]))
      .map(([last]) => last);
    if (!empty()) {
      const [last] = lone.filter((other) => other !== card).sort((a, b) => neededAt(b) - neededAt(a));
      if (last === undefined || neededAt(last) < neededAt(card)) return false;
      move(last, cells);
    }
    move(card, empty());
    return true;
  };

  for (; at < moves.length; at++) {
    const [card, to] = moves[at];
    const isAlone = columns.some((column) => column.length === 1 && column[0] === card);
    if ((to === '-' || to === '_') && !isAlone) {
      check(isRoom());
      const waiting = [...cells].filter(
        (other) => other !== card && neededAt(other) < Number.POSITIVE_INFINITY,
      );
      for (const other of waiting.sort((a, b) => neededAt(a) - neededAt(b))) if (!moveToColumn(other)) break;
      if (to === '_') check(moveToColumn(card));
      else if (neededAt(card) === Number.POSITIVE_INFINITY || !moveToColumn(card))
        move(card, cells.size < cellCount ? cells : empty());
    } else if (to === '+') {
      move(card, home);
    } else if (to !== '-' && to !== '_') {
      move(
        card,
        columns.find((column) => column.at(-1) === to),
      );
    }
    if (to === '-') loose.add(card);
    else loose.delete(card);
  }
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    for (const card of [...cells, ...columns.map((column) => column.at(-1))])
      if (card !== undefined && home[card[1]] === rankOf(card)) {
        move(card, home);
        isMoved = true;
      }
  }
  check(Object.values(home).every((count) => count === 13));
}

let count = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const record = JSON.parse(line);
  if (record.solution === undefined) continue;
  replay(record);
  count++;
}
console.log(`${count} solutions win`);
