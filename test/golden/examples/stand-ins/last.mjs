// Preloaded into run.mjs: prints its progress once, at its end, as if half a second had passed.
let now = 0;
performance.now = () => (now += 500);
globalThis.setInterval = (print) => print;
globalThis.clearInterval = (print) => print();
