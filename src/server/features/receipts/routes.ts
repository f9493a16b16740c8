import { markArrearsPaid } from '#contract/leaving.ts'
import { findReceipt, receiptSlipsOfDay } from '#contract/receipt-slips.ts'
import {
  findVoucher,
  findVoucherOfStudent,
  receiptsOfDay,
  receiptsOfVoucher,
  receivePayment,
} from '#contract/receipts.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { findVoucher as byNumber, findVoucherOfStudent as ofStudent } from './find-voucher.ts'
import { markArrearsPaid as payArrears } from './mark-arrears-paid.ts'
import { findReceipt as findSlip, receiptSlipsOfDay as listSlipsOfDay } from './receipt-slip.ts'
import { receiptsOfDay as tellReceiptsOfDay } from './receipts-of-day.ts'
import { receiptsOfVoucher as listOfVoucher } from './receipts-of-voucher.ts'
import { receivePayment as receive } from './receive-payment.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, findVoucherOfStudent, ofStudent)
  mount(app, deps, findVoucher, byNumber)
  mount(app, deps, receivePayment, receive)
  mount(app, deps, markArrearsPaid, payArrears)
  mount(app, deps, receiptsOfDay, tellReceiptsOfDay)
  mount(app, deps, receiptsOfVoucher, listOfVoucher)
  mount(app, deps, findReceipt, findSlip)
  mount(app, deps, receiptSlipsOfDay, listSlipsOfDay)
}
