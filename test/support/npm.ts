/** The environment of npm: with the certificates that vitest.config.ts keeps away from all other processes. */
export const npmEnvironment: NodeJS.ProcessEnv = {
  NODE_EXTRA_CA_CERTS: process.env.FREECELL_DEALS_TEST_CA_CERTS,
  ...process.env,
};
