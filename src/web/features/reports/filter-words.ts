import { formatPrintedDate } from '#domain/calendar.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import type { Filters } from './report-filters.tsx'
import type { AdmissionFilters } from './use-admission-report.ts'
import type { AskedReceipts } from './use-receipt-report.ts'
import type { AskedVouchers } from './use-voucher-report.ts'

const kindWords: Readonly<Record<StudentKind, string>> = {
  admitted: 'students at school',
  removed: 'students who left or graduated',
  all: 'students at school and those who left or graduated',
}

const paidWords: Readonly<Record<AskedVouchers['paidStatus'], string>> = {
  paid: 'paid vouchers',
  unpaid: 'unpaid vouchers',
  all: 'vouchers paid and unpaid',
}

const movedWords: Readonly<Record<AdmissionFilters['dataType'], string>> = {
  admissions: 'admitted',
  removals: 'removed',
  all: 'admitted or removed',
}

const classWords = ({ studentClass, section }: Filters): string[] => [
  studentClass === 'all' ? 'all classes' : `class ${studentClass}`,
  section === 'all' ? 'all sections' : `section ${section}`,
]

/** `received from November 01, 2026`, by what each of the two dates bounds. */
function dateWords({ fromDate, toDate }: Filters, from: string, to = from): string[] {
  const words: string[] = []
  if (fromDate !== '') words.push(`${from} from ${formatPrintedDate(fromDate)}`)
  if (toDate !== '') words.push(`${to} until ${formatPrintedDate(toDate)}`)
  return words
}

/** What a voucher report was asked for, as its paper says it. */
export const filterWords = (asked: AskedVouchers): readonly string[] => [
  ...classWords(asked.filters),
  kindWords[asked.kind],
  paidWords[asked.paidStatus],
  ...dateWords(asked.filters, 'issued', asked.toDateOf === 'dueDate' ? 'due' : 'issued'),
]

/** What Fee received was asked for, as its paper says it. */
export const receiptFilterWords = ({ kind, filters }: AskedReceipts): readonly string[] => [
  ...classWords(filters),
  kindWords[kind],
  ...dateWords(filters, 'received'),
]

/** What the admission report was asked for, as its paper says it. */
export const admissionFilterWords = (filters: AdmissionFilters): readonly string[] => [
  ...classWords(filters),
  ...dateWords(filters, movedWords[filters.dataType]),
]
