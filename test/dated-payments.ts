import type { Answer, Caller, TestSchool } from './school.ts'

const campus = 'Main%20Campus'

export const septemberFeePeriod = { financialData: { feePeriod: '2026-09-01 to 2026-09-30' } }

/** A school's clerk and admin on a day, and their calls about payments; amounts are in rupees. */
export interface OfficeDay {
  readonly desk: Caller
  readonly admin: Caller
  readonly pay: (voucherNo: string, receivedAmount: number, more?: object, caller?: Caller) => Promise<Answer>
  readonly correct: (
    voucherNo: string,
    receivedAmount: number,
    more?: object,
    caller?: Caller,
  ) => Promise<Answer>
  /** Returns the amount that the report Fee received shows for these days. */
  readonly received: (fromDate: string, toDate: string) => Promise<number>
}

/** Sets the clock to nine in the morning of a day and signs both users in, because a session ends with its day. */
export async function goToDay(school: TestSchool, day: string): Promise<OfficeDay> {
  school.now = new Date(`${day}T09:00:00+05:00`)
  const desk = await school.as('desk@main.test')
  const admin = await school.as('admin@main.test')
  const pay: OfficeDay['pay'] = (voucherNo, receivedAmount, more = {}, caller = desk) =>
    caller.post(`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`, { receivedAmount, ...more })
  return {
    desk,
    admin,
    pay,
    correct: (voucherNo, receivedAmount, more = {}, caller = desk) =>
      pay(voucherNo, receivedAmount, { editedBy: 'x', reason: 'Mistyped', ...more }, caller),
    async received(fromDate, toDate) {
      const { body } = await desk.post(`/finances/getReceipts/all/${campus}`, { fromDate, toDate })
      return ((body['receipts'] ?? []) as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)
    },
  }
}

/** Lists the amount and day of every receipt and reversal, by number. */
export const datedReceipts = async (school: TestSchool): Promise<[amount: number, day: string][]> =>
  (await school.db.selectFrom('receipts').selectAll().orderBy('receipt_no').execute()).map(
    ({ amount, received_on }) => [amount / 100, received_on],
  )
