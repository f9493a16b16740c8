// The first match counts: a browser also names the browsers that it descends from.
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

/** `Chrome on Windows`; for a program other than a browser, its name, or `Unknown program` if the name is unclear. */
export function describeDevice(userAgent: string): string {
  const start = userAgent.slice(0, longestUserAgent)
  const browser = wordsIn(browsers, start)
  if (browser === undefined) return /^[A-Za-z][A-Za-z-]{0,29}(?=\/|$)/.exec(start)?.[0] ?? 'Unknown program'
  const system = wordsIn(systems, start)
  return system === undefined ? browser : `${browser} on ${system}`
}
