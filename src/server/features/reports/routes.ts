import { receiptReport, voucherReport } from '#contract/reports.ts'
import type { Deps } from '#server/http/mount.ts'
import { mountRows } from '#server/http/mount-rows.ts'
import type { FastifyInstance } from 'fastify'
import { receiptReport as reportReceipts } from './receipt-report.ts'
import { voucherReport as reportVouchers } from './voucher-report.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  mountRows(app, deps, voucherReport, reportVouchers)
  mountRows(app, deps, receiptReport, reportReceipts)
}
