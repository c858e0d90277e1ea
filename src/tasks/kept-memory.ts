// Memory for the numbers that a task keeps: a thread uses it again in each task, because new memory of a megabyte for a few
// numbers takes a fifth of the time of a quick condition.

let memory = new Float64Array(0);

/** Memory for at least `count` numbers. A task uses it in one piece, and copies what it returns. */
export function keptMemory(count: number): Float64Array {
  if (memory.length < count) memory = new Float64Array(count);
  return memory;
}
