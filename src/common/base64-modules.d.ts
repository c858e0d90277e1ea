// The modules that the build makes of files, with the bytes in base64.

declare module '../../dist/*' {
  const base64: string;
  export default base64;
}
