import type { Money } from './money.ts'

// prettier-ignore
const toNineteen = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
  'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
] as const
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const

const units = [
  { size: 10_000_000, name: 'crore' },
  { size: 100_000, name: 'lakh' },
  { size: 1000, name: 'thousand' },
  { size: 100, name: 'hundred' },
] as const

function belowHundred(count: number): string {
  if (count < 20) return toNineteen[count] ?? ''
  const ten = tens[Math.floor(count / 10)] ?? ''
  return count % 10 === 0 ? ten : `${ten}-${toNineteen[count % 10] ?? ''}`
}

function inWords(count: number): string {
  const unit = units.find(({ size }) => count >= size)
  if (!unit) return belowHundred(count)
  const rest = count % unit.size
  const many = `${inWords(Math.floor(count / unit.size))} ${unit.name}`
  return rest === 0 ? many : `${many} ${inWords(rest)}`
}

/** `Rupees twelve thousand five hundred and fifty paisa only`; a negative amount begins with `Minus`. */
export function moneyInWords(amount: Money): string {
  const whole = Math.floor(Math.abs(amount) / 100)
  const paisa = Math.abs(amount) % 100
  const words = `rupees ${inWords(whole)}${paisa === 0 ? '' : ` and ${inWords(paisa)} paisa`} only`
  return amount < 0 ? `Minus ${words}` : `R${words.slice(1)}`
}
