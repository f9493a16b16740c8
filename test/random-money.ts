// Random sequences of what an office does with one student's fees, through the real calls.

import * as fc from 'fast-check'
import { anAdmission } from './builders.ts'
import { bringIn } from './moving-in.ts'
import type { Answer, Caller, TestSchool } from './school.ts'

const anAmount = fc.integer({ min: 1, max: 900_000 }).map((paisa) => paisa / 100)
const someFees = fc.record({
  monthlyFee: fc.integer({ min: 2000, max: 9000 }),
  discount: fc.integer({ min: 0, max: 2000 }),
  registrationFee: fc.constantFrom(0, 250.5),
  admissionFee: fc.constantFrom(0, 1000),
  examinationFee: fc.constantFrom(0, 700.25),
})

const anAction = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('month' as const),
      posts: fc.boolean(),
      /** How many months without a voucher it leaves out, which may be generated later. */
      skips: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('post' as const), month: fc.integer({ min: 1, max: 7 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('unpost' as const), month: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 5, arbitrary: fc.record({ action: fc.constant('pay' as const), amount: anAmount }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('correct' as const), amount: anAmount }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('fees' as const), fees: someFees }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('replace' as const) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('void' as const) }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('waive' as const), amount: anAmount }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('advance' as const), amount: anAmount }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('refund' as const), amount: anAmount }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('remove' as const) }) },
)
type Action = typeof anAction extends fc.Arbitrary<infer A> ? A : never

/** The balance that the student brings, in rupees; null where the student is admitted. */
const anOpening = fc.option(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: -900_000, max: 900_000 }).map((paisa) => paisa / 100),
  ),
)

export const someActions = fc.record({
  opening: anOpening,
  actions: fc.array(anAction, { minLength: 4, maxLength: 16 }),
})
type SomeActions = typeof someActions extends fc.Arbitrary<infer A> ? A : never

const at = 'Main%20Campus'

/**
 * Does these things with student 1, whom it admits or brings in, a day apart, and calls `eachEvening` after each; what the portal
 * refuses is left out.
 */
export async function playMoney(
  school: TestSchool,
  { opening, actions }: SomeActions,
  eachEvening: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await school.reset()
  school.now = new Date('2026-01-05T09:00:00+05:00')
  let desk = await school.as('desk@main.test')
  const monthsLeft = [1, 2, 3, 4, 5, 6, 7]
  let month = 0
  const monthDay = () => `2026-${String(month).padStart(2, '0')}-01`
  const latest = async (view: 'latest_vouchers' | 'last_posted_vouchers' = 'latest_vouchers') =>
    (await school.db.selectFrom(view).select('voucher_no').executeTakeFirst())?.voucher_no ?? ''
  const post = (path: string, payload: object): Promise<Answer> => desk.post(path, payload)
  const plays: { [Name in Action['action']]: (act: Extract<Action, { action: Name }>) => Promise<unknown> } =
    {
      async month({ posts, skips }) {
        ;[month = 0] = monthsLeft.splice(Math.min(skips, monthsLeft.length - 1), 1)
        if (month === 0) return
        await post('/finances/generateVoucher/student/1', { fromDate: monthDay() })
        if (posts) await post(`/finances/postVouchers/${at}/${month}`, {})
      },
      post: (act) => post(`/finances/postVouchers/${at}/${act.month}`, {}),
      unpost: (act) => post(`/finances/unpostVouchers/${at}/${act.month}`, {}),
      pay: async ({ amount }) =>
        post(`/finances/markIndividualVoucherAsPaid/${at}/${await latest('last_posted_vouchers')}`, {
          receivedAmount: amount,
        }),
      correct: async ({ amount }) =>
        post(`/finances/markIndividualVoucherAsPaid/${at}/${await latest('last_posted_vouchers')}`, {
          receivedAmount: amount,
          editedBy: 'desk',
          reason: 'Miscounted',
        }),
      fees: ({ fees }) => post('/admissions/editAdmissionFee', { rollNo: 1, newFee: fees }),
      replace: () =>
        post('/finances/generateVoucher/student/1', { fromDate: monthDay(), forceGenerate: true }),
      void: async () => post(`/finances/voidVoucher/${at}/${await latest()}`, { reason: 'By mistake' }),
      waive: ({ amount }) =>
        post(`/finances/lowerDebt/${at}/1`, { kind: 'waiver', amount, reason: 'Agreed' }),
      advance: ({ amount }) => post(`/finances/receiveInAdvance/${at}/1`, { receivedAmount: amount }),
      refund: ({ amount }) => post(`/finances/refundAdvance/${at}/1`, { amount, reason: 'Asked for' }),
      remove: () => post('/admissions/removeStudent/1', {}),
    }
  const play = <Name extends Action['action']>(act: Extract<Action, { action: Name }>) =>
    (plays[act.action] as (one: typeof act) => Promise<unknown>)(act)
  const december = { feePeriod: '2025-12-01 to 2025-12-31', issueDate: '2025-12-20', dueDate: '2025-12-30' }
  const admission = anAdmission({ financialData: { ...december, receivedNow: 3000 } })
  if (opening === null) await post('/admissions/newAdmission', admission)
  else await bringIn(school, { balance: opening, asOf: '2025-12-31' })
  for (const act of actions) {
    school.now = new Date(school.now.getTime() + 25 * 3_600_000)
    desk = await signedInAgain(school)
    await play(act)
    await eachEvening()
  }
}

/** A session ends with its day. */
const signedInAgain = (school: TestSchool): Promise<Caller> => school.as('desk@main.test')
