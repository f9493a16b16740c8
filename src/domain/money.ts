// The only file that creates Money, which is in whole paisa so that sums are exact.

import { formatCount } from './count.ts'
import { latinDigits } from './student-search.ts'

/** Returns a part in percent of the whole, with one decimal: 0 if the whole is 0, and 100 only for the whole. */
export function shareOf(part: Money, whole: Money): number {
  if (whole <= 0) return 0
  const share = Math.round((part / whole) * 1000) / 10
  return part < whole ? Math.min(share, 99.9) : share
}

declare const unit: unique symbol

/** An amount in whole paisa; negative means in the payer's favour. */
export type Money = number & { readonly [unit]: 'paisa' }

/** The largest single amount that may be entered: 9,999,999.99 rupees (decisions 2.values.amounts). */
export const largestAmount = 999_999_999 as Money // checked by hand
export const smallestAmount = 1 as Money // checked by hand
export const nothing = 0 as Money // checked by hand

/** Creates an amount; throws on anything but a whole number, which would be a bug. */
export function paisa(amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of paisa: ${amount}`)
  return (amount === 0 ? 0 : amount) as Money // whole, as checked; never minus zero
}

export function sum(...amounts: readonly Money[]): Money {
  let total = 0
  for (const amount of amounts) total += amount
  return paisa(total)
}

export const times = (amount: Money, count: number): Money => paisa(amount * count)

export const less = (amount: Money, taken: Money): Money => paisa(amount - taken)

export const opposite = (amount: Money): Money => paisa(-amount)

export const smaller = (one: Money, other: Money): Money => (one < other ? one : other)

/** Returns the amount, and 0 for less than nothing. */
export const notNegative = (amount: Money): Money => (amount < 0 ? nothing : amount)

export const absolute = (amount: Money): Money => (amount < 0 ? opposite(amount) : amount)

/** `12,500`, `12,500.50`, `−500`: with paisa only if they are not zero, and with a true minus sign. */
export function formatRupees(amount: Money): string {
  const whole = Math.floor(Math.abs(amount) / 100)
  const rest = Math.abs(amount) % 100
  return `${amount < 0 ? '−' : ''}${formatCount(whole)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/**
 * `12500.50`, `-500.00`, as programs read it. `toFixed` takes twice as long, and a file of a year writes hundreds of
 * thousands of amounts (row 11 of docs/performance.md).
 */
export function decimalRupees(amount: Money): string {
  const whole = Math.abs(amount)
  const rest = whole % 100
  return `${amount < 0 ? '-' : ''}${(whole - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** An amount: digits alone, in groups of three, or of lakh and crore as in 1,25,000; decimals after a point. */
export const amountPattern = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d*)?$/

/** Parses a typed amount (`12,500.5`, `1,25,000`, `۴۸۰۰`) to paisa; null for any other text, such as `4800,50`. */
export function parseRupees(text: string): Money | null {
  const trimmed = latinDigits(text).trim()
  if (!amountPattern.test(trimmed)) return null
  const [whole = '0', decimals = ''] = trimmed.replaceAll(',', '').split('.')
  if (whole.length > 10 || decimals.length > 2) return null
  return paisa(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}
