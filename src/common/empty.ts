// In place of modules of Node that a dependency loads, and that are never used (build.mjs).
export {};
