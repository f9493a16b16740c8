import type * as contract from '#contract/receipt-report.ts'
import { receiptList } from '#reports/fee-received.ts'
import type { CallContext } from '#server/http/call.ts'
import { readTotals } from '#server/records/reports/read-list.ts'

/** The totals of Fee received for both kinds of students, as its buttons list them (decisions 4.states.in-reports). */
export async function receivedByState({ body, scope }: CallContext<typeof contract.receivedByState>) {
  const received = async (type: 'admitted' | 'removed') => {
    const { count: receipts, sums } = await readTotals(scope, receiptList, { ...body, type })
    return { receipts, total: sums.amount }
  }
  const atSchool = await received('admitted')
  return { msg: 'Receipts summed up', atSchool, left: await received('removed') }
}
