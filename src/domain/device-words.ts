// The first that matches: each browser also names those that it descends from.
const browsers: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const wordsIn = (list: typeof browsers, userAgent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1]

export const longestUserAgent = 300

/** `Chrome on Windows`; of a program that is no browser its name in letters, or `Unknown program`. */
export function deviceWords(userAgent: string): string {
  const read = userAgent.slice(0, longestUserAgent)
  const browser = wordsIn(browsers, read)
  if (browser === undefined) return /^[A-Za-z][A-Za-z-]{0,29}(?=\/|$)/.exec(read)?.[0] ?? 'Unknown program'
  const system = wordsIn(systems, read)
  return system === undefined ? browser : `${browser} on ${system}`
}
