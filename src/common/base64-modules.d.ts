// The modules that the build makes of files, with the bytes in base64.

declare module '*/kernel-simd.js' {
  const base64: string;
  export default base64;
}

declare module '*/kernel-scalar.js' {
  const base64: string;
  export default base64;
}

declare module '*/impossible-4-freecells.js' {
  const base64: string;
  export default base64;
}

declare module '*/known-cells.js' {
  const base64: string;
  export default base64;
}
