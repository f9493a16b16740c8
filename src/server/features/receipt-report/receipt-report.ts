import { refusals } from '#contract/refusals.ts'
import type { receiptReport as endpoint } from '#contract/receipt-report.ts'
import type { CallContext } from '#server/http/call.ts'
import type { RowsReply } from '#server/http/rows-reply.ts'
import { streamReceiptObjects } from '#server/records/receipt-reports.ts'

/** Receipts by class and section of the voucher and by day; an empty list is a reply, not a refusal (spec 2.routes.fee-received, spec 4.voucher-report). */
export async function receiptReport(
  { params, body, scope }: CallContext<typeof endpoint>,
  reply: RowsReply,
): Promise<void> {
  const chunks = streamReceiptObjects(scope, {
    students: params.type,
    studentClass: body.studentClass,
    section: body.section,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
  })
  // The message depends on whether there are any receipts: the first chunk is awaited before it.
  const first = await chunks.next()
  const msg = first.done ? refusals['no-receipts'].msg : 'Receipts found'
  await reply.send('application/json; charset=utf-8', {
    head: `{"msg":${JSON.stringify(msg)},"receipts":[`,
    chunks: first.done ? chunks : prepend(first.value, chunks),
    foot: ']}',
  })
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
