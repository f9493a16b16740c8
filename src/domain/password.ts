// The passwords that a user may choose; docs/decisions/0047 has the reasons.

export const shortestPassword = 12
export const longestPassword = 200

/** Shorter words are in too many passwords by chance. */
const shortestWord = 4

export const passwordRuleWords = `At least ${shortestPassword} characters; a few words make a good one. Not a common password, your name, your user id or your present one; words of the school's name do not count.`

export const commonPasswordWords = 'This is too close to a password that many people use. Choose another.'
export const presentPasswordWords = 'This is the present password. Choose another.'

export interface PasswordOwner {
  readonly userId: string
  readonly name: string
  readonly school: string
}

/** Unifies the accents and widths of all keyboards, in lower case. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const lengthOf = (text: string): number => Array.from(text).length

const wordsOf = (name: string): string[] =>
  folded(name)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => lengthOf(word) >= shortestWord)

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{M}]+/gu, '')

/** The shortest text whose repetition, the last one perhaps cut, gives this text. */
function repeatedPart(text: string): string {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

/** A repeated part of this length is a password of its own in no list. */
const shortestPart = 4

/** True for a common password, one with digits and signs around it, or one repeated. `isCommon` takes lower case. */
export function isCloseToCommon(password: string, isCommon: (text: string) => boolean): boolean {
  const text = folded(password)
  const withoutSigns = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const withoutDigits = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return (
    repeatedPart(text).length < shortestPart ||
    [text, withoutSigns, withoutDigits].some((form) => isCommon(form) || isCommon(repeatedPart(form)))
  )
}

function ownWordIn(password: string, { userId, name }: PasswordOwner): string | null {
  const text = folded(password)
  const mailbox = userId.split('@')[0] ?? ''
  const words = [...(lengthOf(mailbox) >= shortestWord ? [folded(mailbox)] : []), ...wordsOf(name)]
  return words.find((word) => text.includes(word)) ?? null
}

/**
 * True if the school's name is in it, or if only words of that name make it long enough. A word of the name alone does not
 * refuse it, as names such as "Green Valley School" have everyday words.
 */
function leansOnSchool(password: string, { school }: PasswordOwner): boolean {
  const text = folded(password)
  const whole = lettersOf(folded(school))
  if (lengthOf(whole) >= shortestWord && lettersOf(text).includes(whole)) return true
  const rest = wordsOf(school).reduce((left, word) => left.replaceAll(word, ''), text)
  return lengthOf(rest) < shortestPassword
}

/** The words for the field; null if there is no error. `isCommon` takes lower case. */
export function passwordError(
  password: string,
  owner: PasswordOwner,
  isCommon: (text: string) => boolean = () => false,
): string | null {
  const length = lengthOf(password.normalize('NFKC'))
  if (length < shortestPassword) return `At least ${shortestPassword} characters`
  if (length > longestPassword) return `At most ${longestPassword} characters`
  if (isCloseToCommon(password, isCommon)) return commonPasswordWords
  const word = ownWordIn(password, owner)
  if (word !== null) return `Has “${word}” in it, from the user's name or user id. Choose another.`
  return leansOnSchool(password, owner)
    ? `Words of the school's name do not count: at least ${shortestPassword} other characters`
    : null
}
