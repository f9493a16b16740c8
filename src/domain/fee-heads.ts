// The only list of the heads of a voucher's charges; sums, columns, forms, ledgers and files are built from it.
// A new head needs one entry here, and a migration that adds its columns.

import { recordOf } from './record-of.ts'

export type Charging = 'monthly' | 'once' | 'on voucher'

/** The lists of heads with an order of their own; every other list has the order of the table. */
export type HeadList = 'report' | 'printedVoucher' | 'ledger' | 'receiptCorrection' | 'feesForm'

export interface FeeHeadEntry {
  readonly key: string
  readonly column: string
  /** -1 for a head that is subtracted from the charges. */
  readonly sign: 1 | -1
  readonly charged: Charging
  readonly label: string
  /** The labels in lists that name the head differently. */
  readonly labels?: { readonly [list in HeadList]?: string }
  /** The position in each list, lowest first; null if the list leaves the head out. */
  readonly place: Readonly<Record<HeadList, number | null>>
}

const table = [
  {
    key: 'monthlyFee',
    column: 'monthly_fee',
    sign: 1,
    charged: 'monthly',
    label: 'Monthly Fee',
    // The heading of the reports, including its spelling, is from the specification (spec 2.fee-record.columns).
    labels: {
      report: 'Tution Fee',
      printedVoucher: 'Tuition Fee',
      ledger: 'Tuition Fee',
      feesForm: 'Monthly Tuition Fee',
    },
    place: { report: 1, printedVoucher: 1, ledger: 1, receiptCorrection: 1, feesForm: 3 },
  },
  {
    key: 'discount',
    column: 'discount',
    sign: -1,
    charged: 'monthly',
    label: 'Discount',
    place: { report: 6, printedVoucher: 5, ledger: 2, receiptCorrection: 5, feesForm: 4 },
  },
  {
    key: 'registrationFee',
    column: 'registration_fee',
    sign: 1,
    charged: 'once',
    label: 'Registration Fee',
    place: { report: 3, printedVoucher: 3, ledger: 3, receiptCorrection: 3, feesForm: 1 },
  },
  {
    key: 'admissionFee',
    column: 'admission_fee',
    sign: 1,
    charged: 'once',
    label: 'Admission Fee',
    place: { report: 4, printedVoucher: 2, ledger: 4, receiptCorrection: 4, feesForm: 2 },
  },
  {
    key: 'examinationFee',
    column: 'examination_fee',
    sign: 1,
    charged: 'once',
    label: 'Examination Fee',
    place: { report: 2, printedVoucher: 4, ledger: 5, receiptCorrection: 2, feesForm: 5 },
  },
  {
    key: 'fine',
    column: 'fine',
    sign: 1,
    charged: 'on voucher',
    label: 'Fine',
    // The printed voucher and the receipt screens leave the fine out of their totals (spec 5.amounts.printed).
    place: { report: 5, printedVoucher: null, ledger: null, receiptCorrection: null, feesForm: null },
  },
] as const satisfies readonly FeeHeadEntry[]

type Entries<Table extends readonly FeeHeadEntry[]> = {
  readonly [Index in keyof Table]: Table[Index] & FeeHeadEntry
}

/** Every head, in the order of a voucher on the wire. */
export const feeHeads: Entries<typeof table> = table

export type FeeHead = (typeof feeHeads)[number]
export type FeeHeadKey = FeeHead['key']
export type FeeColumn = FeeHead['column']
export type HeadCharged<C extends Charging> = Extract<FeeHead, { readonly charged: C }>['key']

const headsCharged = <const C extends Charging>(charged: C) =>
  feeHeads.filter((head): head is Extract<FeeHead, { readonly charged: C }> => head.charged === charged)

export const monthlyHeads = headsCharged('monthly')
export const oneTimeHeads = headsCharged('once')
/** The heads that only a voucher has: they are not part of a student's fees. */
export const voucherOnlyHeads = headsCharged('on voucher')
/** The heads of a student's fees. */
export const studentHeads = [...monthlyHeads, ...oneTimeHeads]

const isIn = (list: HeadList) => (head: FeeHead) => head.place[list] !== null

export const inOrderOf = <H extends FeeHead>(list: HeadList, heads: readonly H[]): readonly H[] =>
  heads.filter(isIn(list)).toSorted((one, other) => (one.place[list] ?? 0) - (other.place[list] ?? 0))

export const headsIn = (list: HeadList): readonly FeeHead[] => inOrderOf(list, feeHeads)

export const headsNotIn = (list: HeadList): readonly FeeHead[] => feeHeads.filter((head) => !isIn(list)(head))

export const labelIn = (list: HeadList, head: FeeHead): string => head.labels?.[list] ?? head.label

/** Returns the name of a head within a sentence, in lower case and without the word fee: `registration`. */
export const nameInSentence = ({ label }: FeeHead): string => label.replace(/ Fee$/, '').toLowerCase()

export const byHead = <const H extends { readonly key: string }, Value>(
  heads: readonly H[],
  valueOf: (head: H) => Value,
): Record<H['key'], Value> => recordOf(heads, (head): H['key'] => head.key, valueOf)

export const byColumn = <const H extends { readonly column: string }, Value>(
  heads: readonly H[],
  valueOf: (head: H) => Value,
): Record<H['column'], Value> => recordOf(heads, (head): H['column'] => head.column, valueOf)
