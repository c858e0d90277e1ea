// Prolongs the timers of the command. A run that a signal stops has 0.7 s to end by itself, which is too little on a busy machine.

const { setTimeout } = globalThis;

globalThis.setTimeout = (run, ms, ...values) => setTimeout(run, 60 * ms, ...values);
