import { amountPattern, largestAmount, nothing, opposite, parseRupees, type Money } from '#domain/money.ts'
import { latinDigits } from '#domain/student-search.ts'
import { isUnsolved, misread, readAs, unsolved, type Reading } from './reading.ts'

const zeroWords = /^(?:-+|nil|n\/?a|none|zero|صفر|کوئی نہیں)?$/i
const currency = /^(?:rs\.?|pkr|rupees|inr|₨|روپے)\s*|\s*(?:\/[-=]+|rs\.?|pkr|rupees|only|₨|روپے)$/gi

/** An amount as schools write it: Latin digits, one kind of minus sign, no currency. */
const plainAmount = (text: string): string =>
  latinDigits(text.normalize('NFKC'))
    .replaceAll(/[−–—]/g, '-')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .trim()

/** The marks of an amount in the payer's favour, and of one that is owed. */
const signs = [
  { mark: /^\((.*)\)$/, isNegative: true },
  { mark: /^-\s*(.*)$/, isNegative: true },
  { mark: /^(.*\d)\s*-$/, isNegative: true },
  { mark: /^(.*?)\s*cr\.?$/i, isNegative: true },
  { mark: /^cr\.?\s*(.*)$/i, isNegative: true },
  { mark: /^\+\s*(.*)$/, isNegative: false },
  { mark: /^(.*?)\s*dr\.?$/i, isNegative: false },
  { mark: /^dr\.?\s*(.*)$/i, isNegative: false },
] as const

const withoutCurrency = (text: string): string => text.replaceAll(currency, '').trim()

/** True if an amount says by `Cr` or `Dr` which side it is on, so that no reading of a minus changes it. */
export const saysSide = (text: string): boolean =>
  /^[cd]r|[cd]r\.?$/i.test(withoutCurrency(plainAmount(text)))

/** The amount without its sign; a text with two marks, such as `-7,500 Cr`, keeps one and is not read. */
function withoutSign(text: string): { readonly unsigned: string; readonly isNegative: boolean } {
  for (const { mark, isNegative } of signs) {
    const inner = mark.exec(text)?.[1]
    if (inner !== undefined) return { unsigned: withoutCurrency(inner), isNegative }
  }
  return { unsigned: text, isNegative: false }
}

/**
 * An amount in rupees: `7,500`, `Rs. 7500/-`, `PKR 7,500.00`, `(7,500)` and `7500 Cr` as negative, `-` and `nil` as nothing.
 * At most 9,999,999.99 either way, and at most two decimals.
 */
export function readAmount(text: string): Reading<Money> {
  const plain = plainAmount(text)
  if (zeroWords.test(plain)) return readAs(nothing)
  if (isUnsolved(plain)) return unsolved(text)
  const { unsigned, isNegative } = withoutSign(withoutCurrency(plain))
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(unsigned))
    return misread('amount-shortened', `"${text}" was shortened by Excel: format the column as a number`)
  if (!amountPattern.test(unsigned)) return misread('amount-unreadable', `"${text}" is not an amount`)
  if (/\.\d{3,}$/.test(unsigned)) return misread('amount-decimals', `"${text}" has more than two decimals`)
  const amount = parseRupees(unsigned)
  if (amount === null || amount > largestAmount)
    return misread('amount-too-large', `"${text}" is more than 9,999,999.99`)
  return readAs(isNegative ? opposite(amount) : amount)
}
