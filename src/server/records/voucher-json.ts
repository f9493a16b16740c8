import { foundVoucherFields } from '#contract/counter.ts'
import { listedVoucherFields } from '#contract/posting.ts'
import { voucherFields } from '#contract/voucher.ts'
import { byHead, feeHeads, monthlyHeads } from '#domain/fee-heads.ts'
import { sql } from 'kysely'
import { sumOfColumns } from './fee-columns.ts'
import { jsonObject, type FieldValues } from './json-text.ts'

/** Each field of a voucher `v` with its student `s` on the wire, as SQL. */
const values: FieldValues<typeof voucherFields> = {
  voucherNo: 'v.voucher_no',
  chainNo: 'v.chain_no',
  kind: 'v.kind',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  rollNo: 'v.roll_no',
  studentClass: 'v.student_class',
  section: 'v.section',
  campus: 'v.campus',
  feePeriod: `v.period_from || ' to ' || v.period_to`,
  issueDate: 'v.issue_date',
  dueDate: 'v.due_date',
  ...byHead(feeHeads, ({ column }) => `v.${column}`),
  netMonthlyFee: sumOfColumns(monthlyHeads, (column) => `v.${column}`),
  arrears: 'v.arrears',
  thisMonth: 'v.amount',
  netReceivable: 'v.arrears + v.amount',
  receivedAmount: 'v.received',
  netBalance: 'v.net_balance',
  receivedBy: `coalesce(v.received_by, '')`,
  receivedByName: `coalesce((select t.name from staff t where t.campus = v.campus and t.user_id = v.received_by),
    v.received_by, '')`,
  receivedDate: 'v.received_on',
  editedBy: `coalesce(v.edited_by, '')`,
  feePaid: 'v.fee_paid',
  posted: 'v.posted',
  note: 'v.note',
  monthGenerated: 'v.month',
  yearGenerated: 'v.year',
  isRemoved: `s.state <> 'active'`,
  carriedTo: 'v.carried_to',
  replacedBy: 'v.replaced_by',
}

/**
 * A voucher `v` with its student `s` as every call answers it, as SQL that makes its JSON text: large reports need not be
 * built row by row in the server.
 */
export const voucherJsonText = jsonObject(voucherFields, values)

/** The same with the later voucher that has taken it over: `takenOverBy` of the domain. */
export const foundVoucherJsonText = jsonObject(foundVoucherFields, {
  ...values,
  takenOverBy: `(select p.voucher_no from vouchers p
    where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
      and p.replaced_by is null order by p.chain_no limit 1)`,
})

/** The same with whether there are receipts on it, as a value of the database. */
export const listedVoucherJson = sql.raw(
  `(${jsonObject(listedVoucherFields, {
    ...values,
    hasReceipts: 'exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)',
  })})::json`,
)

/** A voucher as a value of the database. */
export const voucherJson = sql.raw(`(${voucherJsonText})::json`)
