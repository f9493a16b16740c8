// After random sequences of actions through the real calls, the account always adds up to the balance.

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { buildApp } from '#server/start/app.ts'
import { openTestDatabase } from '#test/database.ts'
import {
  admit,
  callerOf,
  openSchool,
  passwords,
  type Answer,
  type Caller,
  type TestSchool,
} from '#test/school.ts'
import { expectBalanced } from '#test/student-accounts.ts'
import { randomBooks } from './full-or-short.ts'

const anAmount = fc.integer({ min: 1, max: 900_000 }).map((paisa) => paisa / 100)
const someFees = fc.record({
  monthlyFee: fc.integer({ min: 2000, max: 9000 }),
  discount: fc.integer({ min: 0, max: 2000 }),
  registrationFee: fc.constantFrom(0, 250.5),
  admissionFee: fc.constantFrom(0, 1000),
  examinationFee: fc.constantFrom(0, 700.25),
})
const anAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: fc.constant('next month' as const), posts: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('post' as const), back: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('replace' as const) }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('pay' as const), amount: anAmount }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('correct' as const), amount: anAmount }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('edit fees' as const), fees: someFees }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('change fee' as const), fees: someFees }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('mark arrears paid' as const) }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('waive' as const), amount: anAmount }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('pay back' as const), amount: anAmount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('correct a receipt' as const),
      receiptNo: fc.integer({ min: 1, max: 6 }),
      amount: anAmount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('leave' as const) }) },
)
type Action = typeof anAction extends fc.Arbitrary<infer A> ? A : never

type Events = Awaited<ReturnType<typeof expectBalanced>>

/** Leaves out the events of drafts, which change with the carried balance until posted (decisions 6.unposted). */
const postedEvents = (events: Events): Events => events.filter(({ balance }) => balance !== null)

/** Names the events that are never lost, including drafts. Events about carried balances follow from the vouchers. */
const namesOf = (events: Events): string[] =>
  events
    .filter(({ kind }) => kind !== 'carried')
    .map(({ kind, voucherNo, receiptNo, adjustmentNo }) =>
      [kind, voucherNo, receiptNo, adjustmentNo].join(' '),
    )

describe('the account of a student after random actions', () => {
  let school: TestSchool
  let desk: Caller
  let viewer: Caller
  let rollNo: number

  const pay = (voucherNo: string, receivedAmount: number, more: object = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...more })

  const adjust = (name: string, no: number, form: object) =>
    desk.post(`/finances/${name}/Main%20Campus/${no}`, { reason: 'Agreed', ...form })

  const afterMinutes = (minutes: number) => {
    school.now = new Date(school.now.getTime() + minutes * 60_000)
  }

  const start = async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    rollNo = await admit(desk, {
      financialData: { feePeriod: '2026-10-01 to 2026-10-31', note: 'brother in 7' },
    })
  }

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('ends at the balance of the latest voucher, and its earlier posted events never change', async () => {
    /** Returns the number of the voucher that takes the student's payments. */
    const receivableNo = async () => {
      const { body } = await desk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
      return (body['voucher'] as { voucherNo: string }).voucherNo
    }
    const post = (month: string) =>
      desk.post(`/finances/postVouchers/Main%20Campus/${Number(month.slice(5, 7))}`)
    const months = [
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
    ]

    const generated = { count: 1 }
    type Actions = { readonly [A in Action as A['action']]: (action: A) => Promise<Answer | null> }
    /** Performs each action. Returns null if there is nothing to do. */
    const actions: Actions = {
      'next month': async ({ posts }) => {
        const month = months[generated.count]
        if (!month) return null
        generated.count += 1
        const made = await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: month })
        if (posts) await post(month)
        return made
      },
      post: ({ back }) => post(months[generated.count - 1 - back] ?? '2026-10-01'),
      replace: () => {
        const form = { fromDate: months[generated.count - 1], forceGenerate: true }
        return desk.post(`/finances/generateVoucher/student/${rollNo}`, form)
      },
      pay: async ({ amount }) => pay(await receivableNo(), amount),
      correct: async ({ amount }) => pay(await receivableNo(), amount, { editedBy: 'x' }),
      'edit fees': ({ fees }) => desk.post('/admissions/editAdmissionFee', { rollNo, newFee: fees }),
      'change fee': ({ fees }) => desk.post(`/admissions/changeStudentFee/${rollNo}`, { newFee: fees }),
      'mark arrears paid': () => desk.post(`/finances/markArrearsPaid/Main%20Campus/${rollNo}`, {}),
      waive: ({ amount }) => adjust('lowerDebt', rollNo, { kind: 'waiver', amount }),
      'pay back': ({ amount }) => adjust('refundAdvance', rollNo, { amount }),
      'correct a receipt': ({ receiptNo, amount }) =>
        adjust('correctReceipt', receiptNo, { receivedAmount: amount }),
      leave: () => desk.post(`/admissions/removeStudent/${rollNo}`, {}),
    }
    // The action's name selects the function that takes it; the compiler cannot follow that through a union.
    const perform = (action: Action) =>
      (actions[action.action] as (action: Action) => Promise<Answer | null>)(action)

    await fc.assert(
      fc.asyncProperty(fc.array(anAction, { minLength: 4, maxLength: 14 }), async (sequence) => {
        await start()
        generated.count = 1
        const atFirst = await expectBalanced(viewer, desk, rollNo)
        let [eventsBefore, names] = [postedEvents(atFirst), namesOf(atFirst)]
        for (const action of sequence) {
          afterMinutes(1)
          // A refusal is a valid reply, an error is not.
          expect([200, 400, 404, 409]).toContain((await perform(action))?.status ?? 200)
          const account = await expectBalanced(viewer, desk, rollNo)
          const eventsNow = postedEvents(account)
          expect(eventsNow.slice(0, eventsBefore.length)).toEqual(eventsBefore)
          eventsBefore = eventsNow
          expect(namesOf(account)).toEqual(expect.arrayContaining(names))
          names = namesOf(account)
          expect(await brokenLaws(school.db)).toEqual([])
        }
      }),
      randomBooks(12, 4),
    )
  }, 600_000)
})

describe('the accounts of the demo school', () => {
  it('end at the balance of the latest voucher', async () => {
    await using database = await openTestDatabase()
    const now = new Date('2026-11-21T12:00:00+05:00')
    await fillDemoSchool(database.kysely, { students: 60, now, passwords })
    const app = await buildApp({
      database,
      clock: () => new Date('2026-11-21T09:00:00+05:00'),
      pageFolder: null,
    })
    const answer = await callerOf(app, '').post('/users/signin', {
      userId: 'office@main.demo',
      password: 'school-demo',
    })
    const office = callerOf(app, String(answer.headers['set-cookie']).split(';')[0] ?? '')
    const students = await database.kysely
      .selectFrom('vouchers')
      .select('roll_no')
      .distinct()
      .where('campus', '=', 'Main Campus')
      .execute()
    expect(students.length).toBeGreaterThan(50)
    for (const { roll_no: rollNo } of students) await expectBalanced(office, office, rollNo)
    await app.close()
  }, 600_000)
})
