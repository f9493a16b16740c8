// Single actions of an office on a student's fees, through the real calls. Most find their item in the books, so few
// are refused.

import { addDays, addMonths, dateAt, firstOfMonth, monthOf, type Month } from '#domain/calendar.ts'
import type { DepartureOutcome } from '#domain/departure-outcome.ts'
import type { PaymentMethod } from '#domain/payment-method.ts'
import { anAdmission } from './builders.ts'
import { findInBooks, type BookItem, type ItemKind } from './find-in-books.ts'
import type { Answer, Caller, TestSchool } from './school.ts'

export interface PostedBefore {
  readonly at: Date
  readonly posted: ReadonlySet<string>
}

export interface Office {
  readonly school: TestSchool
  readonly desk: Caller
  readonly admin: Caller
  /** The posted vouchers before each call since the books were opened. */
  readonly seen: PostedBefore[]
}

/** An action with random values, of which each kind uses some; amounts are in rupees. */
export interface Action {
  readonly name: ActionName
  readonly rollNo: number
  readonly amount: number
  /** The part of the debt or the received amount. */
  readonly share: number
  /** The number of months after the month of the day. */
  readonly ahead: number
  /** Does not follow the issue dates, so that a later voucher can be due before a report's dates. */
  readonly dueDay: string
  readonly posts: boolean
  readonly method: PaymentMethod
  /** The number of days from a payment's date, or the closed day, to today. */
  readonly daysBack: number
  readonly studentClass: string
  readonly section: string
  readonly outcome: DepartureOutcome
}

const at = 'Main%20Campus'
const reason = 'Agreed'

const today = ({ school }: Office) => dateAt(school.now)
const monthAhead = (office: Office, { ahead }: Action): Month => addMonths(monthOf(today(office)), ahead)
const firstDay = (office: Office, action: Action): string => firstOfMonth(monthAhead(office, action))
const otherThan = (rollNo: number): number => (rollNo === 1 ? 2 : 1)

/** Makes a call a minute later, so that no two calls have the same time. */
async function call(office: Office, path: string, payload: object = {}, by = office.desk): Promise<Answer> {
  const { school, seen } = office
  school.now = new Date(school.now.getTime() + 60_000)
  const rows = await school.db
    .selectFrom('vouchers')
    .select('voucher_no')
    .where('posted', '=', true)
    .execute()
  seen.push({ at: school.now, posted: new Set(rows.map((row) => row.voucher_no)) })
  return by.post(path, payload)
}

const rupeesOf = (paisa: number, share: number): number =>
  Math.max(1, Math.round(Math.abs(paisa) * share)) / 100

const paidBy = (office: Office, { method, rollNo }: Action) =>
  method === 'cash'
    ? {}
    : {
        method,
        reference: `${method} ${today(office)} ${rollNo}`,
        ...(method === 'cheque' && { chequeDate: addDays(today(office), 3) }),
      }

const generateFor = (office: Office, { rollNo }: Action, payload: object) =>
  call(office, `/finances/generateVoucher/student/${rollNo}`, payload)

const postMonth = (office: Office, action: Action, how: 'post' | 'unpost') => {
  const { year, month } = monthAhead(office, action)
  return call(office, `/finances/${how}Vouchers/${at}/${month}?year=${year}`)
}

async function receive(office: Office, action: Action, receivedAmount: number, how: object): Promise<Answer> {
  const { key } = await findInBooks(office.school.db, 'posted', action)
  return call(office, `/finances/markIndividualVoucherAsPaid/${at}/${key}`, { receivedAmount, ...how })
}

/** Returns an action that makes a call about an item found in the books. */
const about =
  (name: string, what: ItemKind, payload: (item: BookItem, action: Action, office: Office) => object) =>
  async (office: Office, action: Action): Promise<Answer> => {
    const item = await findInBooks(office.school.db, what, action)
    return call(office, `/finances/${name}/${at}/${item.key}`, { reason, ...payload(item, action, office) })
  }

const ofBalance =
  (name: string, payload: (action: Action, office: Office) => object) =>
  async (office: Office, action: Action): Promise<Answer> => {
    const { amount } = await findInBooks(office.school.db, 'posted', action)
    const share = Math.min(1, action.share)
    const form = { amount: rupeesOf(amount, share), reason, ...payload(action, office) }
    return call(office, `/finances/${name}/${at}/${action.rollNo}`, form)
  }

const promote = (office: Office, { rollNo, outcome }: Action, isGraduation: boolean) =>
  call(office, '/admissions/promoteClass', {
    campus: 'Main Campus',
    classToPromote: isGraduation ? '10' : '5',
    ...(isGraduation && {
      isGraduation,
      graduationDate: today(office),
      outcomes: [{ rollNo, kind: outcome, reason }],
    }),
  })

const feesOf = ({ amount, share }: Action) => ({
  monthlyFee: 2000 + amount,
  discount: Math.round((share - 0.4) * 1000),
})

const actions = {
  async 'generate run'(office: Office, action: Action) {
    const month = firstDay(office, action).slice(0, 7)
    const dates = { fromDate: `${month}-01`, issueDate: `${month}-05`, dueDate: `${month}-${action.dueDay}` }
    const made = await call(office, `/finances/generateVoucher/campus/${at}`, dates)
    if (action.posts) await postMonth(office, action, 'post')
    return made
  },
  'generate voucher': (office: Office, action: Action) =>
    generateFor(office, action, { fromDate: firstDay(office, action) }),
  async replace(office: Office, action: Action) {
    const { year, month } = await findInBooks(office.school.db, 'latest', action)
    return generateFor(office, action, { fromDate: firstOfMonth({ year, month }), forceGenerate: true })
  },
  void: about('voidVoucher', 'latest', () => ({})),
  async 'void run'(office: Office, action: Action) {
    const { key } = await findInBooks(office.school.db, 'run', action)
    const { body } = await office.desk.get(`/finances/voidRunPreview/${at}/${key}`)
    const seen = { expectedCount: body['count'], expectedAmount: body['amount'] }
    return call(office, `/finances/voidRun/${at}/${key}`, { reason, ...seen })
  },
  'change due date': about('redateRun', 'run', (_, { dueDay }, office) => ({
    dueDate: addDays(today(office), Number(dueDay)),
  })),
  post: (office: Office, action: Action) => postMonth(office, action, 'post'),
  unpost: (office: Office, action: Action) => postMonth(office, action, 'unpost'),
  async pay(office: Office, action: Action) {
    const { amount } = await findInBooks(office.school.db, 'posted', action)
    const how = { receivedDate: addDays(today(office), -action.daysBack), ...paidBy(office, action) }
    return receive(office, action, rupeesOf(amount, action.share), how)
  },
  correct: (office: Office, action: Action) =>
    receive(office, action, action.amount, { editedBy: 'desk', reason: 'Miscounted' }),
  'correct receipt': about('correctReceipt', 'receipt', ({ amount }, action, office) => ({
    receivedAmount: rupeesOf(amount, action.share),
    ...paidBy(office, action),
  })),
  'move receipt': about('moveReceipt', 'receipt', (_, { rollNo }) => ({ toRollNo: otherThan(rollNo) })),
  'return cheque': about('returnCheque', 'cheque', () => ({})),
  advance: (office: Office, action: Action) =>
    call(office, `/finances/receiveInAdvance/${at}/${action.rollNo}`, {
      receivedAmount: action.amount,
      ...paidBy(office, action),
    }),
  refund: ofBalance('refundAdvance', (action, office) => paidBy(office, action)),
  transfer: ofBalance('transferAdvance', ({ rollNo }) => ({ toRollNo: otherThan(rollNo) })),
  'reverse adjustment': about('takeBackAdjustment', 'adjustment', () => ({})),
  waive: ofBalance('lowerDebt', () => ({ kind: 'waiver' })),
  'write off': ofBalance('lowerDebt', () => ({ kind: 'write-off' })),
  'mark paid': (office: Office, { rollNo }: Action) =>
    call(office, `/finances/markArrearsPaid/${at}/${rollNo}`),
  charge: (office: Office, { rollNo, amount }: Action) =>
    call(office, '/finances/addAdditionalCharges', { rollNumber: rollNo, examinationFee: amount }),
  'edit fees': (office: Office, action: Action) =>
    call(office, '/admissions/editAdmissionFee', {
      rollNo: action.rollNo,
      newFee: {
        ...feesOf(action),
        registrationFee: 250.5,
        admissionFee: 0,
        examinationFee: action.posts ? 700.25 : 0,
      },
    }),
  'change fee': (office: Office, action: Action) =>
    call(office, `/admissions/changeStudentFee/${action.rollNo}`, {
      newFee: { ...feesOf(action), feeChangeDate: firstDay(office, action) },
    }),
  'change class': (office: Office, { rollNo, studentClass, section, dueDay }: Action) =>
    call(office, '/admissions/editAdmission', {
      studentData: {
        ...anAdmission({
          studentData: {
            studentClass,
            section,
            studentName: `Child of ${dueDay}`,
            fatherName: `Father of ${dueDay}`,
          },
        }).studentData,
        rollNo,
        admissionDate: '2026-09-03',
        fatherHomePhone: `0300-00000${dueDay}`,
      },
    }),
  promote: (office: Office, action: Action) => promote(office, action, false),
  graduate: (office: Office, action: Action) => promote(office, action, true),
  async leave(office: Office, action: Action) {
    const { amount } = await findInBooks(office.school.db, 'latest', action)
    const forDebt = action.outcome === 'paid back' ? 'leaves owing' : action.outcome
    return call(office, `/admissions/removeStudent/${action.rollNo}`, {
      removalDate: addDays(today(office), -action.daysBack),
      outcome: { kind: amount < 0 ? 'paid back' : forDebt, reason },
    })
  },
  close: (office: Office, { daysBack }: Action) =>
    call(
      office,
      `/finances/closeBooks/${at}`,
      { until: addDays(today(office), -1 - daysBack) },
      office.admin,
    ),
  reopen: (office: Office, { daysBack }: Action) => {
    const closedUntil = daysBack === 0 ? {} : { closedUntil: addDays(today(office), -2 - daysBack) }
    return call(office, `/finances/reopenBooks/${at}`, { reason, ...closedUntil }, office.admin)
  },
} satisfies Readonly<Record<string, (office: Office, action: Action) => Promise<Answer>>>

export type ActionName = keyof typeof actions
export const actionNames = Object.keys(actions) as ActionName[] // its own keys

/** Performs an action, as the admin for every second student. Returns false if the portal refused it. */
export async function performAction(office: Office, action: Action): Promise<boolean> {
  const by = action.rollNo % 2 === 0 ? office.admin : office.desk
  const { status, body } = await actions[action.name]({ ...office, desk: by }, action)
  if (status >= 500) throw new Error(`${action.name} failed: ${JSON.stringify(body)}`)
  return status === 200
}
