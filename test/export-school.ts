import type { FileFormat } from '#contract/fields.ts'
import { admit, openSchool, type Caller, type TestSchool } from './school.ts'
import { readXlsx } from './xlsx.ts'

const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }

/** Names that break a file unless they are escaped. */
export const formula = '=HYPERLINK("http://x", "1,2") <b>&</b>'
export const urdu = 'عائشہ خان'

async function receive(desk: Caller): Promise<void> {
  const pay = (voucherNo: string, body: object) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, body)
  await pay('5Red1-202611', { receivedAmount: 5000 })
  await pay('5Red2-202611', { receivedAmount: 600.25, receivedDate: '2026-11-20' })
  await pay('5Red2-202611', { receivedAmount: 500.25, editedBy: 'desk', reason: '+Miscounted' })
}

/** Admits three students with November vouchers: one pays in advance, one pays a part, one leaves. */
async function fillSchool({ db }: TestSchool, desk: Caller): Promise<void> {
  await admit(desk, { financialData: october })
  await admit(desk, {
    studentData: { studentName: formula, fatherHomePhone: '+92 300 1234567' },
    financialData: { ...october, monthlyFee: 12_500.5, discount: 0, registrationFee: 0, admissionFee: 0 },
  })
  await admit(desk, { studentData: { studentName: urdu, section: 'Blue' }, financialData: october })
  const dates = { fromDate: '2026-11-01', issueDate: '2026-11-05', dueDate: '2026-11-20' }
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)
  await db.updateTable('vouchers').set({ fine: 10_000 }).where('voucher_no', '=', '5Red2-202611').execute()
  await desk.post('/finances/postVouchers/Main%20Campus/11')
  await receive(desk)
  await db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-20' })
    .where('roll_no', '=', 3)
    .execute()
}

/** Opens a school with data in every report, with functions that export it as a clerk. */
export async function openExportSchool() {
  const school = await openSchool()
  const desk = await school.as('desk@main.test')
  await fillSchool(school, desk)

  /** Exports a file; FORMAT in `call` is replaced by the format. */
  const file = (format: FileFormat, call: string, body: object = {}) =>
    school.app.inject({
      method: 'POST',
      url: call.replace('FORMAT', format),
      headers: { cookie: desk.cookie },
      payload: body,
    })
  /** Returns the sheets of an Excel export; the four rows above the first table have only their first cell. */
  const sheets = async (call: string, body: object = {}) => {
    const workbook = await readXlsx((await file('xlsx', call, body)).rawPayload)
    return workbook.map(({ name, rows }) => ({
      name,
      rows: rows.map((row, index) => (index < 4 ? row.slice(0, 1) : row)),
    }))
  }
  return { school, desk, file, sheets }
}
