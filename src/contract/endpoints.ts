import * as admissions from './admissions.ts'
import * as charges from './charges.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as leaving from './leaving.ts'
import * as receiptSlips from './receipt-slips.ts'
import * as receipts from './receipts.ts'
import * as reports from './reports.ts'
import * as session from './session.ts'
import * as studentVouchers from './student-vouchers.ts'
import * as students from './students.ts'
import * as users from './users.ts'
import * as vouchers from './vouchers.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = [
  session,
  admissions,
  leaving,
  students,
  vouchers,
  studentVouchers,
  charges,
  receipts,
  receiptSlips,
  reports,
  exports,
  users,
].flatMap((room) => Object.values(room).filter(isEndpoint))
