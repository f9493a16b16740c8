import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads, type FeeHeadEntry } from '#domain/fee-heads.ts'
import { sql } from 'kysely'
import { sumOfColumns } from './fee-columns.ts'
import { jsonObject, jsonRupees, jsonText, jsonTextOrNull, jsonTruth, jsonWord } from './json-text.ts'

const rupeesOf = <const H extends FeeHeadEntry>(heads: readonly H[]) =>
  byHead(heads, ({ column }) => jsonRupees(`v.${column}`))

const { monthlyFee, ...otherMonthlyFees } = rupeesOf(monthlyHeads)

/** The fields of a voucher `v` with its student `s` on the wire, as SQL. */
const voucherFields = {
  voucherNo: jsonText('v.voucher_no'),
  chainNo: 'v.chain_no',
  kind: jsonWord('v.kind'),
  studentName: jsonText('s.student_name'),
  fatherName: jsonText('s.father_name'),
  rollNo: 'v.roll_no',
  studentClass: jsonWord('v.student_class'),
  section: jsonWord('v.section'),
  campus: jsonText('v.campus'),
  feePeriod: jsonWord(`v.period_from || ' to ' || v.period_to`),
  issueDate: jsonWord('v.issue_date'),
  dueDate: jsonWord('v.due_date'),
  monthlyFee,
  netMonthlyFee: jsonRupees(sumOfColumns(monthlyHeads, (column) => `v.${column}`)),
  ...otherMonthlyFees,
  ...rupeesOf(oneTimeHeads),
  arrears: jsonRupees('v.arrears'),
  ...rupeesOf(voucherOnlyHeads),
  thisMonth: jsonRupees('v.amount'),
  netReceivable: jsonRupees('v.arrears + v.amount'),
  receivedAmount: jsonRupees('v.received'),
  netBalance: jsonRupees('v.net_balance'),
  receivedBy: jsonText(`coalesce(v.received_by, '')`),
  receivedByName: jsonText(
    `coalesce((select t.name from staff t where t.campus = v.campus and t.user_id = v.received_by), v.received_by, '')`,
  ),
  receivedDate: jsonWord(`coalesce(v.received_on::text, '')`),
  editedBy: jsonText(`coalesce(v.edited_by, '')`),
  feePaid: jsonTruth('v.fee_paid'),
  posted: jsonTruth('v.posted'),
  note: jsonText('v.note'),
  monthGenerated: 'v.month',
  yearGenerated: 'v.year',
  isRemoved: jsonTruth(`s.state <> 'active'`),
  carriedTo: jsonTextOrNull('v.carried_to'),
  replacedBy: jsonTextOrNull('v.replaced_by'),
}

/**
 * A voucher `v` with its student `s` as every call answers it, as SQL that makes its JSON text:
 * one place for the shape, and large reports need not be built row by row in the server.
 */
export const voucherJsonText = jsonObject(voucherFields)

/** The same with the later voucher that has taken it over: `takenOverBy` of the domain. */
export const foundVoucherJsonText = jsonObject({
  ...voucherFields,
  takenOverBy: jsonTextOrNull(`(select p.voucher_no from vouchers p
    where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
      and p.replaced_by is null order by p.chain_no limit 1)`),
})

/** The same with whether there are receipts on it, as a value of the database. */
export const listedVoucherJson = sql.raw(
  `(${jsonObject({
    ...voucherFields,
    hasReceipts: jsonTruth(
      'exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)',
    ),
  })})::json`,
)

/** A voucher as a value of the database. */
export const voucherJson = sql.raw(`(${voucherJsonText})::json`)
