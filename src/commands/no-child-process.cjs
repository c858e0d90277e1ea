// What the command has for node:child_process (build.mjs says why).
