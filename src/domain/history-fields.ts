// The history as text: one line for each field that a change touched.

import { contactFields } from './contacts.ts'
import { count } from './count.ts'
import { monthlyHeads, oneTimeHeads, voucherOnlyHeads } from './fee-heads.ts'
import { feePlanLabels } from './fee-plan.ts'
import { formatRupees, paisa } from './money.ts'

/** A field of a change, as text; null for an empty value. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

type HistoryValues = Readonly<Record<string, unknown>>

const keysOf = (heads: readonly { readonly key: string }[]) => heads.map(({ key }) => key)

/** Fields in paisa, in the order of a voucher. */
const moneyFields: readonly string[] = [
  ...keysOf(monthlyHeads),
  'netMonthlyFee',
  ...keysOf(oneTimeHeads),
  ...keysOf(voucherOnlyHeads),
  'arrears',
  'amount',
  'received',
  'balance',
  'openingBalance',
  'expected',
  'counted',
  'difference',
  'toSafe',
  'cash',
  ...Object.keys(feePlanLabels),
]

/** The order of known fields; other fields follow by name. */
const fieldOrder = [
  'userId',
  'role',
  'disabled',
  'state',
  'studentClass',
  'section',
  'studentName',
  'fatherName',
  'dateOfBirth',
  'placeOfBirth',
  'gender',
  'religion',
  ...contactFields,
  'admissionDate',
  ...moneyFields,
]

const rank = (field: string): number => {
  const index = fieldOrder.indexOf(field)
  return index === -1 ? fieldOrder.length : index
}

const inOrder = (one: string, other: string): number => rank(one) - rank(other) || (one < other ? -1 : 1)

const rupeesOf = (amounts: readonly number[]): string =>
  formatRupees(paisa(amounts.reduce((all, amount) => all + amount, 0)))

/** Formats a value that is an object; sums up the opening balances of an import, which has many students. */
function objectText(field: string, value: unknown): string {
  if (field !== 'openings' || typeof value !== 'object') return JSON.stringify(value)
  const balances = Object.values(value ?? {}).map(Number)
  const owed = rupeesOf(balances.filter((balance) => balance > 0))
  const inAdvance = rupeesOf(balances.filter((balance) => balance < 0).map((balance) => -balance))
  return `${count(balances.length, 'student')}: ${owed} owed, ${inAdvance} in advance`
}

function asText(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number') return moneyFields.includes(field) ? formatRupees(paisa(value)) : `${value}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : objectText(field, value)
}

/** Lists the fields that a change touched, with amounts in rupees and dates as stored. */
export function historyFields(before: HistoryValues | null, after: HistoryValues | null): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .toSorted(inOrder)
    .map((field) => ({
      field,
      before: asText(field, before?.[field]),
      after: asText(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after)
}
