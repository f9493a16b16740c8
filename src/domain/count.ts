/** Formats a whole number with grouped digits: `1,204`. */
export const formatCount = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns the form of a word that agrees with a number: `agree(1, 'is', 'are')` is `is`. */
export const agree = (number: number, singular: string, plural: string): string =>
  number === 1 ? singular : plural

/** `vouchers`, `entries`. */
export const pluralOf = (noun: string): string => `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/** `1 voucher`, `1,204 vouchers`. Pass the plural if it is irregular. */
export const count = (number: number, noun: string, plural = pluralOf(noun)): string =>
  `${formatCount(number)} ${agree(number, noun, plural)}`
