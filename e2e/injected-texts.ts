import type { APIRequestContext } from '@playwright/test'
import { campusDay, typedMonth } from './clerk.ts'

/** Returns an attacker's text: a formula, a script, and an image whose error handler is a script. */
export const hostile = (field: string): string =>
  `=HYPERLINK("http://x")"><script>window.hacked=1</script><img src=x onerror="window.hacked=1"> ${field}`
/** Has no spaces, because an email address cannot contain them. */
export const userId = '"><img/src=x/onerror=window.hacked=1>@main.demo'
export const password = 'hostile-mango-tree'
const [lastMonth, thisMonth] = [typedMonth(campusDay(), 1), typedMonth(campusDay())]
/** A month in which only the students of this test have vouchers. */
export const nextMonth = typedMonth(campusDay(), -1)
/** A class and section without demo students. */
export const place = { studentClass: 'Play Group', section: 'Hifz' }

const toIsoDate = (day: string): string => day.split('/').toReversed().join('-')

export interface Billed {
  readonly rollNo: number
  readonly admissionVoucherNo: string
  readonly voucherNo: string
}

/**
 * Adds a user, and as that user three students. Returns the numbers of the first, who has a payment, its correction, a
 * charge and an edit. The other two have vouchers of next month, one of which is posted.
 */
export async function fillWithInjections(request: APIRequestContext): Promise<Billed> {
  const post = async (path: string, data: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const demoPassword = { password: 'school-demo' }
  await post('/users/signin', { userId: 'admin@main.demo', ...demoPassword })
  const { confirmation } = await post('/users/confirm', demoPassword)
  const user = { userId, name: hostile('user'), role: 'admin', newPassword: `${password} at first` }
  await post('/users/add/Main%20Campus', user, { 'x-confirmation': confirmation })
  await post('/users/signin', { userId, password: user.newPassword })
  await post('/users/changePassword', { currentPassword: user.newPassword, newPassword: password })

  const admitWithVoucher = async ({ from }: { readonly from: string }): Promise<Billed> => {
    const { rollNo, voucherNo: admissionVoucherNo } = await post('/admissions/newAdmission', anAdmission)
    const body = { fromDate: toIsoDate(from), note: hostile('voucher note') }
    const { voucher } = await post(`/finances/generateVoucher/student/${rollNo}`, body)
    return { rollNo, admissionVoucherNo, voucherNo: voucher.voucherNo }
  }
  const postMonth = ({ from }: { readonly from: string }) =>
    post(`/finances/postVouchers/Main%20Campus/${Number(from.split('/')[1])}`)
  const receive = (data: object) =>
    post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${payer.voucherNo}`, data)

  const payer = await admitWithVoucher(thisMonth)
  await postMonth(thisMonth)
  await receive({ receivedAmount: 700 })
  await receive({ receivedAmount: 500, editedBy: userId, reason: hostile('reason') })
  const charge = { rollNumber: payer.rollNo, examinationFee: 300, note: hostile('charge note') }
  await post('/finances/addAdditionalCharges', charge)
  const studentData = { ...anAdmission.studentData, address: hostile('new address'), rollNo: payer.rollNo }
  await post('/admissions/editAdmission', { studentData })
  await admitWithVoucher(nextMonth)
  await postMonth(nextMonth)
  await admitWithVoucher(nextMonth)
  await closeAndDeposit(request, post)
  return payer
}

type Post = (path: string, data?: object) => Promise<Readonly<Record<string, unknown>>>

/** Closes the user's drawer with a difference, accepts and deposits it as the admin, and signs the user in again. */
async function closeAndDeposit(request: APIRequestContext, post: Post): Promise<void> {
  const count = { counted: 10, remark: hostile('remark') }
  await request.post('/finances/closeDrawer/Main%20Campus', { data: count })
  const { closingNo } = await post('/finances/closeDrawer/Main%20Campus', { ...count, recount: true })
  await post('/users/signin', { userId: 'admin@main.demo', password: 'school-demo' })
  await post(`/finances/acceptClosing/Main%20Campus/${String(closingNo)}`)
  const depositedDate = campusDay().toISOString().slice(0, 10)
  const bank = { account: hostile('account'), slip: hostile('slip') }
  await post('/finances/enterDeposit/Main%20Campus', { depositedDate, ...bank, cash: 10 })
  await post('/users/signin', { userId, password })
}

const anAdmission = {
  studentData: {
    studentName: hostile('Zulekha'),
    fatherName: hostile('father'),
    dateOfBirth: '2021-04-12',
    placeOfBirth: hostile('birthplace'),
    gender: 'female',
    religion: hostile('religion'),
    address: hostile('address'),
    fatherCnic: hostile('CNIC'),
    fatherOccupation: hostile('occupation'),
    fatherHomePhone: hostile('home phone'),
    fatherOfficePhone: hostile('office phone'),
    telephone: hostile('telephone'),
    fatherEmail: hostile('email'),
    ...place,
  },
  financialData: {
    monthlyFee: 4500,
    discount: 500,
    registrationFee: 1000,
    admissionFee: 2000,
    examinationFee: 0,
    feePeriod: `${toIsoDate(lastMonth.from)} to ${toIsoDate(lastMonth.to)}`,
    note: hostile('admission note'),
  },
}
