// The only file that makes Money: whole paisa, so that no sum is ever off by a fraction.

declare const unit: unique symbol

/** An amount in whole paisa; negative means in the payer's favour. */
export type Money = number & { readonly [unit]: 'paisa' }

/** The largest single amount that may be given: 9,999,999.99 rupees (decisions 2.values.amounts). */
export const largestAmount = 999_999_999 as Money // the mint itself
export const nothing = 0 as Money // the mint itself

/** Takes a whole number of paisa, as the database holds it; throws on anything else, which is a bug. */
export function paisa(amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of paisa: ${amount}`)
  return (amount === 0 ? 0 : amount) as Money // whole, as checked; never minus zero
}

/** Rupees with at most two decimals (a JSON number) to paisa; throws on a finer amount, which the contract has refused before. */
export function rupees(amount: number): Money {
  const whole = Math.round(amount * 100)
  if (!hasWholePaisa(amount)) throw new Error(`Finer than a paisa: ${amount}`)
  return paisa(whole)
}

/** Whether a number of rupees has at most two decimals. */
export function hasWholePaisa(amount: number): boolean {
  return Number.isFinite(amount) && Math.round(amount * 100) / 100 === amount
}

/** Paisa to the rupee number that crosses the wire. */
export const inRupees = (amount: Money): number => amount / 100

/** The sum of any number of amounts. */
export function sum(...amounts: readonly Money[]): Money {
  let total = 0
  for (const amount of amounts) total += amount
  return paisa(total)
}

/** The same amount so many times. */
export const times = (amount: Money, count: number): Money => paisa(amount * count)

/** What is left of `amount` after `taken`. */
export const less = (amount: Money, taken: Money): Money => paisa(amount - taken)

/** The same amount with the other sign. */
export const opposite = (amount: Money): Money => paisa(-amount)

/** `12,500`, `12,500.50`, `−500`: paisa only where there are any, a true minus. */
export function formatRupees(amount: Money): string {
  const whole = Math.floor(Math.abs(amount) / 100)
  const rest = Math.abs(amount) % 100
  const digits = String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '−' : ''}${digits}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** What a person typed into an amount field (`12,500.5`) as paisa, or null where it is no amount of at most two decimals. */
export function parseRupees(text: string): Money | null {
  const plain = text.replaceAll(',', '').trim()
  if (!/^\d{1,10}(\.\d{0,2})?$/.test(plain)) return null
  const [whole = '0', decimals = ''] = plain.split('.')
  return paisa(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}
