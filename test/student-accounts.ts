import { expect } from 'vitest'
import { studentAccount } from '#contract/student-account.ts'
import { replyOf } from './sample-calls.ts'
import type { Caller } from './school.ts'

/** Fetches the account of a student of Main Campus. */
export const getAccount = async (caller: Caller, rollNo: number) => {
  const { status, body } = await caller.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)
  expect(status).toBe(200)
  return replyOf(studentAccount, body)
}

const inPaisa = (rupees: number): number => Math.round(rupees * 100)

/** Checks that an account adds up, ends at the last posted balance and splits it by month. Returns its events. */
export async function expectBalanced(
  caller: Caller,
  desk: Caller,
  rollNo: number,
): Promise<Awaited<ReturnType<typeof getAccount>>['account']> {
  const { account, balance, unpaid } = await getAccount(caller, rollNo)
  let owed = 0
  for (const event of account) {
    if (event.balance === null) continue
    owed += inPaisa(event.amount)
    expect(inPaisa(event.balance)).toBe(owed)
  }
  expect(owed).toBe(inPaisa(balance))
  const { body } = await desk.get(`/finances/individualAllVouchers/Main%20Campus/${rollNo}/all`)
  const vouchers = body['vouchers'] as { netBalance: number; posted: boolean }[]
  expect(vouchers.findLast(({ posted }) => posted)?.netBalance ?? 0).toBe(balance)
  const parts = unpaid.reduce((total, month) => total + inPaisa(month.unpaid), 0)
  expect(parts).toBe(Math.max(0, inPaisa(balance)))
  return account
}
