// Single acts of an office on a student's fees, through the real calls. Most find their subject in the books, so that few
// are refused.

import { addDays, addMonths, dateAt, firstOfMonth, monthOf, type Month } from '#domain/calendar.ts'
import type { DepartureOutcome } from '#domain/departure-outcome.ts'
import type { PaymentMethod } from '#domain/payment-method.ts'
import { anAdmission } from './builders.ts'
import { findInBooks, type BookItem, type ItemKind } from './find-in-books.ts'
import type { Answer, Caller, TestSchool } from './school.ts'

/** The vouchers that were posted before a call. */
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

/** Random values, of which each kind of act takes some; amounts in rupees. */
export interface Act {
  readonly name: ActName
  readonly rollNo: number
  readonly amount: number
  /** The part of the debt or the received amount. */
  readonly share: number
  /** Months after that of the day. */
  readonly ahead: number
  /** Ignores the order of issue dates, so that a later voucher can lie before a report's dates. */
  readonly dueDay: string
  readonly posts: boolean
  readonly method: PaymentMethod
  /** Days from a payment's date, or the closed day, to today. */
  readonly daysBack: number
  readonly studentClass: string
  readonly section: string
  readonly outcome: DepartureOutcome
}

const at = 'Main%20Campus'
const reason = 'Agreed'

const today = ({ school }: Office) => dateAt(school.now)
const monthAhead = (office: Office, { ahead }: Act): Month => addMonths(monthOf(today(office)), ahead)
const firstDay = (office: Office, act: Act): string => firstOfMonth(monthAhead(office, act))
const otherThan = (rollNo: number): number => (rollNo === 1 ? 2 : 1)

/** A minute later, so that no two calls are of one instant. */
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

const paidBy = (office: Office, { method, rollNo }: Act) =>
  method === 'cash'
    ? {}
    : {
        method,
        reference: `${method} ${today(office)} ${rollNo}`,
        ...(method === 'cheque' && { chequeDate: addDays(today(office), 3) }),
      }

const generateFor = (office: Office, { rollNo }: Act, payload: object) =>
  call(office, `/finances/generateVoucher/student/${rollNo}`, payload)

const postMonth = (office: Office, act: Act, how: 'post' | 'unpost') => {
  const { year, month } = monthAhead(office, act)
  return call(office, `/finances/${how}Vouchers/${at}/${month}?year=${year}`)
}

async function receive(office: Office, act: Act, receivedAmount: number, more: object): Promise<Answer> {
  const { key } = await findInBooks(office.school.db, 'posted', act)
  return call(office, `/finances/markIndividualVoucherAsPaid/${at}/${key}`, { receivedAmount, ...more })
}

/** Sends a call about a subject that is found in the books. */
const about =
  (name: string, what: ItemKind, payload: (found: BookItem, act: Act, office: Office) => object) =>
  async (office: Office, act: Act): Promise<Answer> => {
    const found = await findInBooks(office.school.db, what, act)
    return call(office, `/finances/${name}/${at}/${found.key}`, { reason, ...payload(found, act, office) })
  }

const ofBalance =
  (name: string, payload: (act: Act, office: Office) => object) =>
  async (office: Office, act: Act): Promise<Answer> => {
    const { amount } = await findInBooks(office.school.db, 'posted', act)
    const share = Math.min(1, act.share)
    const form = { amount: rupeesOf(amount, share), reason, ...payload(act, office) }
    return call(office, `/finances/${name}/${at}/${act.rollNo}`, form)
  }

const promote = (office: Office, { rollNo, outcome }: Act, isGraduation: boolean) =>
  call(office, '/admissions/promoteClass', {
    campus: 'Main Campus',
    classToPromote: isGraduation ? '10' : '5',
    ...(isGraduation && {
      isGraduation,
      graduationDate: today(office),
      outcomes: [{ rollNo, kind: outcome, reason }],
    }),
  })

const feesOf = ({ amount, share }: Act) => ({
  monthlyFee: 2000 + amount,
  discount: Math.round((share - 0.4) * 1000),
})

const plays = {
  async bill(office: Office, act: Act) {
    const month = firstDay(office, act).slice(0, 7)
    const dates = { fromDate: `${month}-01`, issueDate: `${month}-05`, dueDate: `${month}-${act.dueDay}` }
    const made = await call(office, `/finances/generateVoucher/campus/${at}`, dates)
    if (act.posts) await postMonth(office, act, 'post')
    return made
  },
  'bill one': (office: Office, act: Act) => generateFor(office, act, { fromDate: firstDay(office, act) }),
  async replace(office: Office, act: Act) {
    const { year, month } = await findInBooks(office.school.db, 'latest', act)
    return generateFor(office, act, { fromDate: firstOfMonth({ year, month }), forceGenerate: true })
  },
  void: about('voidVoucher', 'latest', () => ({})),
  async 'void run'(office: Office, act: Act) {
    const { key } = await findInBooks(office.school.db, 'run', act)
    const { body } = await office.desk.get(`/finances/voidRunPreview/${at}/${key}`)
    const seen = { expectedCount: body['count'], expectedAmount: body['amount'] }
    return call(office, `/finances/voidRun/${at}/${key}`, { reason, ...seen })
  },
  're-date': about('redateRun', 'run', (_, { dueDay }, office) => ({
    dueDate: addDays(today(office), Number(dueDay)),
  })),
  post: (office: Office, act: Act) => postMonth(office, act, 'post'),
  unpost: (office: Office, act: Act) => postMonth(office, act, 'unpost'),
  async pay(office: Office, act: Act) {
    const { amount } = await findInBooks(office.school.db, 'posted', act)
    const receivedDate = addDays(today(office), -act.daysBack)
    return receive(office, act, rupeesOf(amount, act.share), { receivedDate, ...paidBy(office, act) })
  },
  correct: (office: Office, act: Act) =>
    receive(office, act, act.amount, { editedBy: 'desk', reason: 'Miscounted' }),
  'correct receipt': about('correctReceipt', 'receipt', ({ amount }, act, office) => ({
    receivedAmount: rupeesOf(amount, act.share),
    ...paidBy(office, act),
  })),
  'move receipt': about('moveReceipt', 'receipt', (_, { rollNo }) => ({ toRollNo: otherThan(rollNo) })),
  'return cheque': about('returnCheque', 'cheque', () => ({})),
  advance: (office: Office, act: Act) =>
    call(office, `/finances/receiveInAdvance/${at}/${act.rollNo}`, {
      receivedAmount: act.amount,
      ...paidBy(office, act),
    }),
  refund: ofBalance('refundAdvance', (act, office) => paidBy(office, act)),
  transfer: ofBalance('transferAdvance', ({ rollNo }) => ({ toRollNo: otherThan(rollNo) })),
  'take back': about('takeBackAdjustment', 'adjustment', () => ({})),
  waive: ofBalance('lowerDebt', () => ({ kind: 'waiver' })),
  'write off': ofBalance('lowerDebt', () => ({ kind: 'write-off' })),
  'mark paid': (office: Office, { rollNo }: Act) => call(office, `/finances/markArrearsPaid/${at}/${rollNo}`),
  charge: (office: Office, { rollNo, amount }: Act) =>
    call(office, '/finances/addAdditionalCharges', { rollNumber: rollNo, examinationFee: amount }),
  'edit fees': (office: Office, act: Act) =>
    call(office, '/admissions/editAdmissionFee', {
      rollNo: act.rollNo,
      newFee: {
        ...feesOf(act),
        registrationFee: 250.5,
        admissionFee: 0,
        examinationFee: act.posts ? 700.25 : 0,
      },
    }),
  'change fee': (office: Office, act: Act) =>
    call(office, `/admissions/changeStudentFee/${act.rollNo}`, {
      newFee: { ...feesOf(act), feeChangeDate: firstDay(office, act) },
    }),
  move: (office: Office, { rollNo, studentClass, section, dueDay }: Act) =>
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
  promote: (office: Office, act: Act) => promote(office, act, false),
  graduate: (office: Office, act: Act) => promote(office, act, true),
  async leave(office: Office, act: Act) {
    const { amount } = await findInBooks(office.school.db, 'latest', act)
    const forDebt = act.outcome === 'paid back' ? 'leaves owing' : act.outcome
    return call(office, `/admissions/removeStudent/${act.rollNo}`, {
      removalDate: addDays(today(office), -act.daysBack),
      outcome: { kind: amount < 0 ? 'paid back' : forDebt, reason },
    })
  },
  close: (office: Office, { daysBack }: Act) =>
    call(
      office,
      `/finances/closeBooks/${at}`,
      { until: addDays(today(office), -1 - daysBack) },
      office.admin,
    ),
  reopen: (office: Office, { daysBack }: Act) => {
    const closedUntil = daysBack === 0 ? {} : { closedUntil: addDays(today(office), -2 - daysBack) }
    return call(office, `/finances/reopenBooks/${at}`, { reason, ...closedUntil }, office.admin)
  },
} satisfies Readonly<Record<string, (office: Office, act: Act) => Promise<Answer>>>

export type ActName = keyof typeof plays
export const actNames = Object.keys(plays) as ActName[] // its own keys

/** Does an act, by the admin for every second student. Returns false if the portal refused it. */
export async function performAct(office: Office, act: Act): Promise<boolean> {
  const by = act.rollNo % 2 === 0 ? office.admin : office.desk
  const { status, body } = await plays[act.name]({ ...office, desk: by }, act)
  if (status >= 500) throw new Error(`${act.name} failed: ${JSON.stringify(body)}`)
  return status === 200
}
