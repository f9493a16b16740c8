import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendError } from '#server/http/errors.ts'
import { admit, openSchool } from '#test/school.ts'

const school = await openSchool()
beforeAll(async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk)
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
  school.now = new Date('2026-12-02T09:00:00+05:00')
  const admin = await school.as('admin@main.test')
  await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-11-30' })
})
afterAll(() => school[Symbol.asyncDispose]())

const receiptColumns = 'campus, voucher_no, roll_no, kind, amount, received_on, received_by, entered_at'
const voucherColumns = `campus, roll_no, kind, student_class, section, month, issue_date, due_date, period_from, period_to,
  monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid, generated_at, generated_by,
  run_no`
const copies = {
  receipt: `insert into receipts (receipt_no, ${receiptColumns}) select 2, ${receiptColumns} from receipts`,
  voucher: `insert into vouchers (voucher_no, chain_no, year, ${voucherColumns})
    select 'x', 3, year + 1, ${voucherColumns} from vouchers where kind = 'monthly'`,
}

it.each(['receipt', 'voucher'] as const)(
  'the database refuses a %s on a closed day, even if the call began before the closing',
  async (kind) => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    app.get('/', () => sql.raw(copies[kind]).execute(school.db))
    const answer = await app.inject('/')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'day-closed', closedUntil: '2026-11-30' })
    await app.close()
  },
)
