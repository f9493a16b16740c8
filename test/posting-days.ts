import type { CalendarDate } from '#domain/calendar.ts'
import { goToDay } from './dated-payments.ts'
import { admit, type Caller, type TestSchool } from './school.ts'

const at = 'Main%20Campus'
const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }

/** Returns the calls of an office about the months of a few children, on the first days of November 2026. */
export function postingDays(school: TestSchool) {
  let day = 0
  let signedIn: Caller | null = null
  const caller = (): Caller => {
    if (!signedIn) throw new Error('No day has begun')
    return signedIn
  }
  const desk: Caller = {
    get cookie() {
      return caller().cookie
    },
    get: (url) => caller().get(url),
    post: (url, payload, headers) => caller().post(url, payload, headers),
  }

  async function nextDay(): Promise<void> {
    day += 1
    signedIn = (await goToDay(school, `2026-11-0${day}`)).desk
  }

  const countOf = async (path: string, payload = {}) => (await desk.post(path, payload)).body['count']
  const pay = (voucherNo: string, receivedAmount: number, more = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/${at}/${voucherNo}`, { receivedAmount, ...more })

  return {
    desk,
    nextDay,
    /** Resets the school to three children with October vouchers, on the first day. */
    start: async (): Promise<void> => {
      await school.reset()
      day = 0
      await nextDay()
      for (let child = 0; child < 3; child += 1) await admit(desk, october)
    },
    admitOne: () => admit(desk, october),
    evening: (dayNo: number) => `2026-11-0${dayNo}` as CalendarDate,
    generate: (month: string, more = {}) =>
      desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: `${month}-01`, ...more }),
    generateFor: (rollNo: number, month: string, more = {}) =>
      desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate: `${month}-01`, ...more }),
    post: (month: number) => countOf(`/finances/postVouchers/${at}/${month}`),
    unpost: (month: number) => countOf(`/finances/unpostVouchers/${at}/${month}`),
    pay,
    correctToNothing: (voucherNo: string) => pay(voucherNo, 0, { editedBy: 'desk', reason: 'Mistyped' }),
    markPaid: (rollNo: number) => desk.post(`/finances/markArrearsPaid/${at}/${rollNo}`),
    redate: (runNo: number, dueDate: string) =>
      countOf(`/finances/redateRun/${at}/${runNo}`, { dueDate, reason: 'Holidays' }),
  }
}
