import type { ImportPlanReply } from '#contract/import-plan.ts'
import type { findImport, startImport } from '#contract/imports.ts'
import { monthName } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import {
  importFieldLabel,
  type ImportCounts,
  type ImportKind,
  type ImportSettings,
  type ImportState,
} from '#domain/import/import.ts'
import { formatRupees } from '#domain/money.ts'
import { mayBeMissing } from '#domain/student.ts'
import type { Reply } from '#web/api/call.ts'

export const kindHints: Readonly<Record<ImportKind, string>> = {
  students: 'New students with their class, monthly fee and what they owe from before.',
  balances: 'What students who are in the portal already owe from before.',
  fees: 'New monthly fees and discounts, from the next voucher on.',
  contacts: 'Sections, addresses, phone numbers and the like.',
}

export type FoundImport = Reply<typeof findImport>['import']

export type StartedImport = Reply<typeof startImport>

export const stateWords: Readonly<Record<ImportState, string>> = {
  stored: 'Not checked yet',
  checked: 'Checked',
  applied: 'Applied',
  withdrawn: 'Withdrawn',
  expired: 'Not finished in time',
}

/** The counts of an import in the order in which they are shown, each with the outcome whose rows it counts. */
export const outcomes = [
  { key: 'new', outcome: 'new', label: 'New' },
  { key: 'changed', outcome: 'changed', label: 'Changed' },
  { key: 'same', outcome: 'same', label: 'Same' },
  { key: 'refused', outcome: 'refused', label: 'Refused' },
  { key: 'leftOut', outcome: 'left out', label: 'Left out' },
  { key: 'warned', outcome: 'warned', label: 'With a warning' },
] as const satisfies readonly {
  readonly key: keyof ImportCounts
  readonly outcome: string
  readonly label: string
}[]

/** The rows of the dry run that can be listed. */
export type Listed = (typeof outcomes)[number]['outcome']

/** `396 new, 16 left out`: the counts that are not zero. */
export const countWords = (counts: ImportCounts): string =>
  outcomes
    .filter(({ key }) => key !== 'warned' && counts[key] > 0)
    .map(({ key, label }) => `${formatCount(counts[key])} ${label.toLowerCase()}`)
    .join(', ')

/** `The file has no religion and gender: 59 records will be listed as incomplete.`; '' if none will be. */
export function incompleteWords(columns: ImportSettings['columns'], incomplete: number): string {
  if (incomplete === 0) return ''
  const lacking = mayBeMissing.filter((field) => !columns.includes(field)).map(importFieldLabel)
  const listed = `${count(incomplete, 'record')} will be listed as incomplete.`
  return lacking.length === 0 ? listed : `The file has no ${names.format(lacking).toLowerCase()}: ${listed}`
}

const names = new Intl.ListFormat('en-GB')

const children = (number: number): string => count(number, 'child', 'children')

/** True if a file of the kind brings opening dues and advances. */
export const hasOpenings = (what: ImportKind): boolean => what === 'students' || what === 'balances'

/** The label of the button that applies an import. */
export function actOf(what: ImportKind, { new: added, changed }: ImportCounts): string {
  if (what === 'balances') return `Bring in ${count(added + changed, 'balance')}`
  if (what === 'fees') return `Change the fees of ${children(changed)}`
  const isAdmitting = what === 'students' && (added > 0 || changed === 0)
  return isAdmitting ? `Admit ${children(added)}` : `Change the records of ${children(changed)}`
}

/** The question before an import is applied: `Admit 396 children, opening dues Rs 1,284,500, advances Rs 22,000?`. */
export function applyQuestion(what: ImportKind, { counts, sums }: ImportPlanReply) {
  const act = actOf(what, counts)
  const money = hasOpenings(what)
    ? `, opening dues Rs ${formatRupees(sums.openingDues)}, advances Rs ${formatRupees(sums.openingAdvances)}`
    : ''
  const rest = [
    what === 'students' &&
      counts.new > 0 &&
      counts.changed > 0 &&
      `The records of ${children(counts.changed)} are changed.`,
    counts.same > 0 && `${count(counts.same, 'row')} say what is in the portal already.`,
    counts.leftOut > 0 && `${count(counts.leftOut, 'row')} left out.`,
    'All rows are written or none. Only your IT person can take an import back.',
  ]
  return { title: `${act}${money}?`, message: rest.filter(Boolean).join('\n'), confirmLabel: act }
}

/** The two readings of a day: `3rd of April 2015` and `4th of March 2015` for `03/04/2015`. */
export function twoReadings(text: string): { readonly dayFirst: string; readonly monthFirst: string } {
  const [, first = '', second = '', year = ''] = /(\d{1,2})\D+(\d{1,2})\D+(\d{2,4})/.exec(text) ?? []
  const read = (day: string, month: string) =>
    `${ordinal(Number(day))} of ${monthName(Number(month))} ${year}`
  return { dayFirst: read(first, second), monthFirst: read(second, first) }
}

/** `1st`, `22nd`, `13th`. */
function ordinal(day: number): string {
  const teen = day > 10 && day < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
