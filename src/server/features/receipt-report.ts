import type * as contract from '#contract/receipt-report.ts'
import { receiptList } from '#reports/fee-received.ts'
import type { CallContext } from '#server/http/call.ts'
import { readTotals } from '#server/records/reports/read-list.ts'

/** Returns the totals of Fee received by state of the students, for its buttons (decisions 4.states.in-reports). */
export async function receivedByState({ body, scope }: CallContext<typeof contract.receivedByState>) {
  const sumReceipts = async (type: 'admitted' | 'removed') => {
    const { count: receipts, sums } = await readTotals(scope, receiptList, { ...body, type })
    return { receipts, total: sums.amount }
  }
  const atSchool = await sumReceipts('admitted')
  return { msg: 'Receipts summed up', atSchool, left: await sumReceipts('removed') }
}
