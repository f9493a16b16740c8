import type { voucherFields } from '#contract/voucher.ts'
import type { Month } from '#domain/calendar.ts'
import { byColumn, byHead, feeHeads, monthlyHeads } from '#domain/fee-heads.ts'
import type { AccountVoucher } from '#domain/student-account.ts'
import type { Charges } from '#domain/voucher-amounts.ts'
import { admissionEnding, openingEnding, voucherNoSeparator } from '#domain/voucher-number.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { voucherList } from '#reports/voucher-list.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import { columnsAs, type FieldValues } from '#server/records/json-text.ts'

export interface ChainedVoucher extends Voucher {
  readonly chainNo: number
  readonly month: Month
}

// The driver reads amounts as exact whole numbers of paisa and dates as text (database/pools.ts), so that a row selected
// under these names is already a value of the domain.

/** SQL: each value of a voucher `v` under its name in the domain. */
const chainedValues: Readonly<Record<keyof ChainedVoucher, string>> = {
  voucherNo: 'v.voucher_no',
  rollNo: 'v.roll_no',
  kind: 'v.kind',
  chainNo: 'v.chain_no',
  month: `json_build_object('year', v.year, 'month', v.month)`,
  ...byHead(feeHeads, ({ column }) => `v.${column}`),
  arrears: 'v.arrears',
  received: 'v.received',
  adjusted: 'v.adjusted',
  posted: 'v.posted',
  paid: 'v.fee_paid',
  carriedTo: 'v.carried_to',
  replacedBy: 'v.replaced_by',
  voided: 'v.voided',
}

const accountValues: Readonly<
  Record<Exclude<keyof (AccountVoucher & ChainedVoucher), 'postedAt' | 'voiding'>, string>
> = {
  ...chainedValues,
  issueDate: 'v.issue_date',
  note: 'v.note',
  generatedAt: 'v.generated_at',
  generatedBy: 'v.generated_by',
}

/** SQL: each value of a voucher `v` with its student `s` under its name on the wire. */
export const wireValues: FieldValues<typeof voucherFields> = {
  ...accountValues,
  receivedAmount: accountValues.received,
  feePaid: accountValues.paid,
  monthGenerated: 'v.month',
  yearGenerated: 'v.year',
  feePeriod: `v.period_from || ' to ' || v.period_to`,
  dueDate: 'v.due_date',
  netMonthlyFee: sumOfColumns(monthlyHeads, (column) => `v.${column}`),
  thisMonth: 'v.amount',
  netReceivable: 'v.arrears + v.amount',
  netBalance: 'v.net_balance',
  receivedBy: `coalesce(v.received_by, '')`,
  receivedByName: `coalesce((select t.name from staff t where t.campus = v.campus and t.user_id = v.received_by),
    v.received_by, '')`,
  receivedDate: 'v.received_on',
  editedBy: `coalesce(v.edited_by, '')`,
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 'v.student_class',
  section: 'v.section',
  campus: 'v.campus',
  isRemoved: `s.state <> 'active'`,
}

export const voucherColumns = columnsAs(chainedValues)

export const accountVoucherColumns = columnsAs(accountValues)

/** SQL: each value of a voucher `v` and its student `s` in a report's row. */
export const reportedValues: Omit<
  FieldValues<typeof voucherList.row>,
  'dueSince' | 'fatherHomePhone' | 'monthsOwed' | 'notDue' | 'notPosted' | 'overdue' | 'owedLater'
> = {
  ...wireValues,
  ...accountValues,
  periodFrom: 'v.period_from',
  periodTo: 'v.period_to',
  left: wireValues.isRemoved,
}

export const chargesRow = (charges: Charges) => byColumn(feeHeads, ({ key }) => charges[key])

/** SQL for the parts of a voucher number; `timesInMonth` counts from 1. */
export interface NumberColumns {
  readonly studentClass: string
  readonly section: string
  readonly rollNo: string
  readonly year: string
  readonly month: string
  readonly timesInMonth?: string
}

const quote = (text: string): string => `'${text}'`

const holderPart = ({ studentClass, section, rollNo }: NumberColumns): string =>
  `replace(${studentClass}::text || ${section}::text || ${rollNo}, ' ', '')`

/** `admissionVoucherNo` of the domain as SQL, kept equal by a test. */
export const admissionVoucherNoSql = (columns: NumberColumns): string =>
  `${holderPart(columns)} || ${quote(admissionEnding)}`

/** `openingVoucherNo` of the domain as SQL, kept equal by a test. */
export const openingVoucherNoSql = (columns: NumberColumns): string =>
  `${holderPart(columns)} || ${quote(openingEnding)}`

/** `monthlyVoucherNo` of the domain as SQL, kept equal by a test. */
export function monthlyVoucherNoSql(columns: NumberColumns): string {
  const { year, month, timesInMonth } = columns
  const separator = quote(voucherNoSeparator)
  const number = `${holderPart(columns)} || ${separator} || ${year} || lpad(${month}::text, 2, '0')`
  return timesInMonth === undefined
    ? number
    : `${number} || case when ${timesInMonth} > 1 then ${separator} || ${timesInMonth} else '' end`
}
