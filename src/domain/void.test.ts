import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { aVoucher, day, rs } from '#test/builders.ts'
import { addOneTimeFees, noOneTimeFees } from './fee.ts'
import { largestAmount, paisa } from './money.ts'
import { feesWaitingAgain, planVoidedRun, redateRun, voidedAtRemoval, voidRun, whyNotVoided } from './void.ts'
import { openVoucher } from './voucher.ts'

const candidate = (overrides: object = {}) => ({
  ...aVoucher({ posted: false }),
  kind: 'monthly' as const,
  hasReceipts: false,
  hasAdjustments: false,
  isFollowed: false,
  waiting: noOneTimeFees,
  ...overrides,
})

it.each([
  [{}, null],
  [{ posted: true }, null],
  [{ voided: true }, 'voided'],
  [{ replacedBy: 'v2' }, 'replaced'],
  [{ kind: 'admission' }, 'admission'],
  [{ kind: 'opening' }, 'opening balance'],
  [{ hasReceipts: true }, 'has receipts'],
  [{ hasAdjustments: true }, 'has adjustments'],
  [{ isFollowed: true }, 'a later voucher carries it'],
  [{ examinationFee: largestAmount, waiting: { ...noOneTimeFees, examinationFee: rs(1) } }, 'fees too large'],
])('the reason not to void a voucher with %o is %s', (overrides, reason) => {
  const voucher = candidate(overrides)
  expect(whyNotVoided(voucher, voucher.waiting)).toBe(reason)
})

const anAmount = fc.integer({ min: 0, max: 100_000_000 }).map(paisa)
const oneTime = fc.record({ registrationFee: anAmount, admissionFee: anAmount, examinationFee: anAmount })

it('voiding a generated voucher makes its one-time fees wait again, with fees that were added since', () => {
  fc.assert(
    fc.property(oneTime, oneTime, (waiting, since) => {
      const opened = openVoucher({ monthlyFee: rs(5000), discount: rs(500), ...waiting }, null)
      expect(feesWaitingAgain(noOneTimeFees, opened)).toEqual(waiting)
      expect(feesWaitingAgain(since, opened)).toEqual(addOneTimeFees(since, waiting))
    }),
  )
})

it('a run is voided completely or not at all, and only if it is unchanged since the clerk saw it', () => {
  const good = candidate({ voucherNo: 'v1' })
  const paid = candidate({ voucherNo: 'v2', hasReceipts: true })
  const replaced = candidate({ voucherNo: 'v3', replacedBy: 'v4' })
  const gone = candidate({ voucherNo: 'v5', voided: true })

  const plan = planVoidedRun([good, replaced, gone])
  expect(plan).toEqual({ valid: [good], amount: rs(5000), kept: [], replaced: [replaced] })
  expect(voidRun(plan, { count: 1, amount: rs(5000) })).toEqual({ ok: true, value: [good] })
  expect(voidRun(plan, { count: 1, amount: rs(1) })).toMatchObject({ refusal: { code: 'run-changed' } })
  expect(voidRun(planVoidedRun([good, paid]), { count: 2, amount: rs(10_000) })).toMatchObject({
    refusal: { code: 'run-not-voidable', facts: { vouchers: [{ voucherNo: 'v2', reason: 'has receipts' }] } },
  })
  expect(voidRun(planVoidedRun([gone]), { count: 0, amount: rs(0) })).toMatchObject({
    refusal: { code: 'nothing-to-void' },
  })
})

it('a new due date is neither before the issue date nor the present due date', () => {
  const run = { issueDate: day('2026-11-01'), dueDate: day('2026-11-11'), unpaid: 2 }
  expect(redateRun(run, day('2026-11-01'))).toEqual({ ok: true, value: '2026-11-01' })
  expect(redateRun(run, day('2026-10-31'))).toMatchObject({ refusal: { errors: [{ field: 'dueDate' }] } })
  expect(redateRun(run, day('2026-11-11'))).toMatchObject({ refusal: { code: 'no-changes' } })
  expect(redateRun({ ...run, unpaid: 0 }, day('2026-11-20'))).toMatchObject({
    refusal: { code: 'nothing-to-redate' },
  })
})

it('a departing student keeps the vouchers up to the month of departure, and up to the last one with a receipt', () => {
  const ofMonth = (month: number, overrides: object = {}) =>
    candidate({ voucherNo: `v${month}`, month: { year: 2026, month }, ...overrides })
  const numbers = (vouchers: ReturnType<typeof ofMonth>[], on = '2026-10-20') =>
    voidedAtRemoval(vouchers as never, noOneTimeFees, day(on)).map(({ voucherNo }) => voucherNo)
  expect(numbers([ofMonth(9), ofMonth(10), ofMonth(11), ofMonth(12)])).toEqual(['v12', 'v11'])
  expect(numbers([ofMonth(10), ofMonth(11, { hasReceipts: true }), ofMonth(12)])).toEqual(['v12'])
  expect(numbers([ofMonth(10)], '2026-12-01')).toEqual([])
})
