// The version of the program, which the build puts in: browsers have no package.json to read it from.

declare const PACKAGE_VERSION: string;

/** As package.json has it. */
export const VERSION = PACKAGE_VERSION;
