/** Letters and digits that are not confused when they are read aloud or written down: no i, l, o, 0, 1, no capitals. */
const plainLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

function letterOf(alphabet: string): string {
  // All letters are equally likely: a byte from here on is drawn again.
  const fair = 256 - (256 % alphabet.length)
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return alphabet.charAt(byte % alphabet.length)
  }
}

/** Random letters of an alphabet, of which each is equally likely. */
export const randomLetters = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => letterOf(alphabet)).join('')

/** Random letters in groups of four, to be read aloud or written down: `k7mf-x2qd-9hra-bt4w`; each has five bits. */
export const randomGroups = (groups: number): string =>
  Array.from({ length: groups }, () => randomLetters(plainLetters, 4)).join('-')
