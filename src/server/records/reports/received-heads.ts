import { sql } from 'kysely'
import { receivedHeads } from '#domain/received-heads.ts'
import { recordOf } from '#domain/record-of.ts'
import type { receivedHeadList } from '#reports/received-heads.ts'
import { headColumn, receiptsByHead, sumsOfHeads } from '#server/records/receipts/receipts-by-head.ts'
import type { ListSource } from './source.ts'

/** The money received by head, for each month of receipt and class of the voucher. */
export const headsReceived: ListSource<typeof receivedHeadList> = {
  values: () => ({
    month: 'g.month',
    studentClass: 'g.student_class',
    ...recordOf(
      receivedHeads,
      ({ key }) => key,
      ({ key }) => `g.${headColumn(key)}`,
    ),
    total: 'g.total',
  }),
  from: (scope, query) => sql`
    from (select date_trunc('month', h.received_on)::date as month, v.student_class, ${sql.raw(sumsOfHeads)},
        sum(h.amount)::bigint as total
      from ${receiptsByHead(scope, query)} h join vouchers v on v.campus = h.campus and v.voucher_no = h.voucher_no
      group by 1, 2) g`,
  orderBy: 'g.month, g.student_class',
}
