// Measures two contestants with given times in three rounds.
const { measure } = await import(`${process.cwd()}/build/bench/measure.js`);
const contestant = (name, bytes, ...times) => ({
  name,
  command: `run ${name}`,
  bytes,
  run: () => turns.push(name) && times.shift(),
});
const turns = [];
const reference = contestant('reference implementation', undefined, 9000, 2000, 1000, 4000.123);
const group = measure(3, 'Two', 's', 5, [contestant('a', 52, 7, 1, 3, 20), undefined, reference]);
console.log(turns.join());
console.log(JSON.stringify(group));
