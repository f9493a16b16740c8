// Letters and digits that nobody takes for another when they are read aloud or written down: no i, l, o, 0, 1, no capitals.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const inGroup = 4

/** Every letter is as likely as another: what lies beyond the last whole round of a byte is drawn again. */
const fair = 256 - (256 % letters.length)

function letter(): string {
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) return letters.charAt(byte % letters.length)
  }
}

const group = (): string => Array.from({ length: inGroup }, letter).join('')

/** A password that nobody guesses and everybody can read aloud: `k7mf-x2qd-9hra-bt4w`, the hyphens being part of it. */
export const makePassword = (): string => Array.from({ length: groups }, group).join('-')
