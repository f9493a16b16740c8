// The passwords that a user may choose; docs/decisions/0047 has the reasons.

export const shortestPassword = 12
export const longestPassword = 200

/** Shorter words occur in too many passwords by chance. */
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
const foldText = (text: string): string => text.normalize('NFKC').toLowerCase()

const lengthOf = (text: string): number => Array.from(text).length

const wordsOf = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => lengthOf(word) >= shortestWord)

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{M}]+/gu, '')

/** Returns the shortest text that gives this text when repeated; the last repetition may be cut off. */
function repeatedPart(text: string): string {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  }
  return text
}

/** A shorter part that is repeated is refused without a search, because no list of passwords has such a short one. */
const shortestPart = 4

/** Returns true for a common password, even if repeated or between digits and signs. `isCommon` takes lower case. */
export function isCloseToCommon(password: string, isCommon: (text: string) => boolean): boolean {
  const text = foldText(password)
  const withoutSigns = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const withoutDigits = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return (
    repeatedPart(text).length < shortestPart ||
    [text, withoutSigns, withoutDigits].some((form) => isCommon(form) || isCommon(repeatedPart(form)))
  )
}

function ownWordIn(password: string, { userId, name }: PasswordOwner): string | null {
  const text = foldText(password)
  const mailbox = userId.split('@')[0] ?? ''
  const words = [...(lengthOf(mailbox) >= shortestWord ? [foldText(mailbox)] : []), ...wordsOf(name)]
  return words.find((word) => text.includes(word)) ?? null
}

/**
 * Returns true if the password contains the school's name, or if only words of that name make it long enough. One word
 * of the name is allowed, because names such as "Green Valley School" have everyday words.
 */
function reliesOnSchool(password: string, { school }: PasswordOwner): boolean {
  const text = foldText(password)
  const whole = lettersOf(foldText(school))
  if (lengthOf(whole) >= shortestWord && lettersOf(text).includes(whole)) return true
  const rest = wordsOf(school).reduce((left, word) => left.replaceAll(word, ''), text)
  return lengthOf(rest) < shortestPassword
}

/** Returns the error message for the field; null if there is no error. `isCommon` takes lower case. */
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
  return reliesOnSchool(password, owner)
    ? `Words of the school's name do not count: at least ${shortestPassword} other characters`
    : null
}
