export function waitWords(seconds: number): string {
  if (seconds < 100) return `Please wait ${Math.ceil(seconds)} seconds.`
  return `Please wait ${Math.ceil(seconds / 60)} minutes.`
}
