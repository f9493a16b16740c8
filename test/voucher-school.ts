import { afterAll, beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import { studentHistory } from '#contract/history.ts'
import { generateForStudent, studentVoucherPreview } from '#contract/voucher-run.ts'
import type { voucher as voucherReply } from '#contract/voucher.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import type { VoucherRow } from './builders.ts'
import { replyOf } from './sample-calls.ts'
import { admit, openSchool, type Caller } from './school.ts'
import { expectBalanced } from './student-accounts.ts'

export const november = { fromDate: '2026-11-01' }
export const december = { fromDate: '2026-12-01' }

/** Opens a school for single vouchers, which is reset before each test; today is 21 November. */
export async function openVoucherSchool() {
  const school = await openSchool()
  let desk: Caller
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })
  afterAll(() => school[Symbol.asyncDispose]())

  const generate = (payload: object, { caller = desk, rollNo = 1, headers = {} } = {}) =>
    caller.post(`/finances/generateVoucher/student/${rollNo}`, payload, headers)
  const preview = (day = november.fromDate, rollNo = 1) =>
    desk.get(`/finances/studentVoucherPreview/Main%20Campus/${rollNo}/${day}`)
  const rows = (): Promise<VoucherRow[]> =>
    school.db.selectFrom('vouchers').selectAll().orderBy('roll_no').orderBy('chain_no').execute()

  return {
    school,
    desk: () => desk,
    admitInOctober: () => admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }),
    generate,
    force: (payload: object, more = {}) => generate({ ...payload, forceGenerate: true }, more),
    preview,
    rows,
    numbers: async () => (await rows()).map(({ voucher_no: number }) => number),
    pay: (voucherNo: string, receivedAmount: number, more = {}) =>
      desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, {
        receivedAmount,
        ...more,
      }),
    post: (month: number) => desk.post(`/finances/postVouchers/Main%20Campus/${month}`),
    setFee: (monthlyFee: number, discount = 500) =>
      desk.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee, discount } }),
    /** Returns the first student's history, newest first. */
    changes: async () => {
      const { body } = await desk.get('/admissions/studentHistory/1/Main%20Campus')
      return replyOf(studentHistory, body).changes
    },
    /** Generates the first student's voucher and checks it against the preview, the books and the account. */
    make: async (
      payload: { readonly fromDate: string } & Readonly<Record<string, unknown>>,
    ): Promise<z.input<typeof voucherReply>> => {
      const before = replyOf(studentVoucherPreview, (await preview(payload.fromDate)).body)
      const { msg: _, year, month, balance, carries, replaces, takenOverBy, ...figures } = before
      const answer = await generate({ ...payload, expectedBalance: balance })
      expect(answer).toMatchObject({ status: 200, body: { msg: 'Voucher generated successfully' } })
      const { voucher } = replyOf(generateForStudent, answer.body)
      expect(voucher).toMatchObject({ ...figures, yearGenerated: year, monthGenerated: month })

      const carriedOrReplaced = (await rows()).filter((row) => row.replaced_by === voucher.voucherNo)
      expect(carriedOrReplaced.map((row) => row.voucher_no)).toEqual(replaces ? [replaces.voucherNo] : [])
      const carried = (await rows()).find((row) => row.carried_to === voucher.voucherNo)
      if (!replaces) expect(carried?.voucher_no ?? null).toBe(carries)
      expect(takenOverBy).toBeNull()
      expect(await brokenLaws(school.db)).toEqual([])
      await expectBalanced(desk, desk, 1)
      return voucher
    },
  }
}

/** Returns a 409 reply with this code and these facts. */
export const refusedAs = (code: string, facts: object = {}) => ({ status: 409, body: { code, ...facts } })
