import { markArrearsPaid } from '#contract/leaving.ts'
import { findVoucher, findVoucherOfStudent, receiptsOfDay, receivePayment } from '#contract/receipts.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { findVoucher as byNumber, findVoucherOfStudent as ofStudent } from './find-voucher.ts'
import { markArrearsPaid as payArrears } from './mark-arrears-paid.ts'
import { receiptsOfDay as tellReceiptsOfDay } from './receipts-of-day.ts'
import { receivePayment as receive } from './receive-payment.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, findVoucherOfStudent, ofStudent)
  mount(app, deps, findVoucher, byNumber)
  mount(app, deps, receivePayment, receive)
  mount(app, deps, markArrearsPaid, payArrears)
  mount(app, deps, receiptsOfDay, tellReceiptsOfDay)
}
