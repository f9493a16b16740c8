import { voucherReport } from '#contract/reports.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { voucherReport as reportVouchers } from './voucher-report.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, voucherReport, reportVouchers)
}
