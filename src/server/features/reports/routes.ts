import { receiptReport, voucherReport } from '#contract/reports.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { receiptReport as reportReceipts } from './receipt-report.ts'
import { voucherReport as reportVouchers } from './voucher-report.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, voucherReport, reportVouchers)
  mount(app, deps, receiptReport, reportReceipts)
}
