/** The letters without the easily confused i, l, o, 0, 1 and capitals. */
const plainLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

function letterOf(alphabet: string): string {
  // Rejects bytes from here on, so that all letters are equally likely.
  const fair = 256 - (256 % alphabet.length)
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return alphabet.charAt(byte % alphabet.length)
  }
}

/** Returns random letters; each letter of the alphabet is equally likely. */
export const randomLetters = (alphabet: string, count: number): string =>
  Array.from({ length: count }, () => letterOf(alphabet)).join('')

/** Returns groups of four letters to read aloud or write down, `k7mf-x2qd-9hra-bt4w`: five bits per letter. */
export const randomGroups = (groups: number): string =>
  Array.from({ length: groups }, () => randomLetters(plainLetters, 4)).join('-')
