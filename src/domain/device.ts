// What a browser says of itself, in plain words.

/** The first that matches is meant: most browsers claim to be several. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** The longest text that is kept of what a browser says of itself. */
export const longestAgent = 300

/** The device of a session: `Chrome on Windows`. */
export function deviceWords(agent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0]
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  if (browser === undefined) return system === undefined ? 'Unknown device' : `A program on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
