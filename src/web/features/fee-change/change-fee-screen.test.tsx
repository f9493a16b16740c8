import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { novemberVoucher, openCounterSchool, readAndClose, rollNo } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import {
  changesShown,
  expectNoForm,
  field,
  fill,
  lookUp,
  rollField,
  submitButton,
} from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { openEntry, openScreen } from '#test/screen.tsx'

const { school, generate } = await openCounterSchool()

async function open() {
  const page = await openScreen(school, '/student-fee-change', 'office@main.test')
  await lookUp(page, rollNo)
  // Waits until the past and the planned fees have loaded.
  await waitFor(() => expect(page.queries.isFetching()).toBe(0))
  return page
}
const history = () => screen.getByRole('region', { name: 'Fee changes' })

describe('a change of the fee', () => {
  test('begins with the current fee and today, and is sent only if something changes', async () => {
    covers('spec 2.routes.student-fee-change', 'spec 5.change-fee.no-change', 'spec 8.change-fee.no-change')
    covers('spec 8.look-up.edit-screens')

    const page = await open()
    expect(field('Monthly Fee').value).toBe('5,000')
    expect(field('Discount').value).toBe('500')
    expect(field('Net Monthly Fee')).toMatchObject({ value: '4,500', readOnly: true })
    expect(field('Fee Change Date').value).toBe('21/11/2026')
    await within(history()).findByText('No fee changes yet')
    fill({ Discount: '1000' })
    expect(field('Net Monthly Fee').value).toBe('4,000')
    expect(changesShown('What will change')).toEqual([
      'Discount | 500 | 1,000',
      'Net Monthly Fee | 4,500 | 4,000',
    ])

    fill({ 'Monthly Fee': '', 'Fee Change Date': '' })
    await page.user.click(submitButton())
    await readAndClose(page, 'Please fill all the fields')
    expect(field('Monthly Fee').getAttribute('aria-invalid')).toBe('true')
    expect(field('Fee Change Date').getAttribute('aria-invalid')).toBe('true')
    fill({ 'Monthly Fee': '400', Discount: '500', 'Fee Change Date': '21/11/2026' })
    screen.getByText('The discount may not exceed the monthly fee')

    fill({ 'Monthly Fee': '5000.00', 'Fee Change Date': '01/12/2026' })
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
    expect(page.path()).toBe('/student-fee-change')
    expect(
      await school.db.selectFrom('changes').selectAll().where('what', '=', 'fee changed').execute(),
    ).toEqual([])

    // Another clerk makes the same change meanwhile.
    fill({ Discount: '1000', 'Fee Change Date': '21/11/2026' })
    const desk = await school.as('desk@main.test')
    await desk.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 5000, discount: 1000 } })
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
    expectNoForm('Discount')

    // An unknown number shows neither a student nor a history.
    await page.user.clear(await rollField())
    await page.user.type(await rollField(), '77{Enter}')
    await screen.findByText('Student not found. Please check the Roll No. and try again.')
    expect(screen.queryByRole('region', { name: 'Fee changes' })).toBeNull()
  })

  test('shows the alert, leaves the open voucher unchanged, goes back, and is in the history', async () => {
    covers('spec 1.jobs.change-fee', 'spec 4.success.fee-change', 'spec 8.change-fee.changed')
    covers('decisions 3.fees.change-history', 'decisions 5.alerts.go-back')

    await generate('2026-11-01')
    const page = await open()
    screen.getByText(new RegExp(`Voucher ${novemberVoucher} is unpaid and does not change`))
    fill({ 'Monthly Fee': '6,000', 'Fee Change Date': '01/12/2026' })
    await page.user.click(submitButton())
    await screen.findByRole('alertdialog')
    expect(page.path()).toBe('/student-fee-change')
    const message = await readAndClose(page, 'Student fee changed successfully')
    expect(message).toContain('Ayesha Khan, Roll No. 1: 5,500 a month from December 2026.')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    const voucher = await school.db
      .selectFrom('vouchers')
      .selectAll()
      .where('voucher_no', '=', novemberVoucher)
      .executeTakeFirstOrThrow()
    expect(voucher).toMatchObject({ monthly_fee: 500_000 })

    await openEntry(page.user, /Change student fee/)
    expect((await rollField()).value).toBe('')
    await lookUp(page, rollNo)
    await within(history()).findByText('Planned: 6,000 from December 2026, less 500 discount: 5,500')
    expect(field('Monthly Fee').value).toBe('5,000')
    const [row] = within(await within(history()).findByRole('table'))
      .getAllByRole('row')
      .slice(1)
    expect(row?.textContent).toBe(
      '1 Dec 2026office clerk, 21 Nov 2026, 09:004,5005,000 − 5005,5006,000 − 500',
    )
  })

  test('changes the fee that is planned for the month of the date, and sends every field', async () => {
    const desk = await school.as('desk@main.test')
    const june = { monthlyFee: 5555, discount: 0, feeChangeDate: '2027-06-15' }
    await desk.post('/admissions/changeStudentFee/1', { newFee: june })
    const page = await open()
    await within(history()).findByText('Planned: 5,555 from June 2027')
    expect(field('Monthly Fee').value).toBe('5,000')
    fill({ 'Fee Change Date': '01/07/2027' })
    await waitFor(() => expect(field('Monthly Fee').value).toBe('5,555'))
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
    const september = { monthlyFee: 7000, discount: 0, feeChangeDate: '2027-09-01' }
    await desk.post('/admissions/changeStudentFee/1', { newFee: september })
    fill({ 'Fee Change Date': '01/06/2027', 'Monthly Fee': '5,000', Discount: '500' })
    const sent = recordSentCalls()
    await page.user.click(submitButton())
    const message = await readAndClose(page, 'Student fee changed successfully')
    expect(message).toContain('4,500 a month from June 2027. As planned: 7,000 from September 2027.')
    const newFee = {
      feeChangeDate: '2027-06-01',
      feeChangedBy: 'office clerk',
      monthlyFee: 5000,
      discount: 500,
    }
    expect(bodiesOf(sent, 'changeStudentFee')).toEqual([{ newFee }])
    const rows = await school.db
      .selectFrom('fee_changes')
      .select(['from_month', 'monthly_fee', 'superseded'])
      .orderBy('change_no')
      .execute()
    expect(rows).toEqual([
      { from_month: '2027-06-01', monthly_fee: 555_500, superseded: true },
      { from_month: '2027-09-01', monthly_fee: 700_000, superseded: false },
      { from_month: '2027-06-01', monthly_fee: 500_000, superseded: false },
    ])
  })

  test('waits for the planned fee, whose discount is sent unless it is overwritten', async () => {
    const desk = await school.as('desk@main.test')
    const june = { monthlyFee: 5555, discount: 0, feeChangeDate: '2027-06-15' }
    await desk.post('/admissions/changeStudentFee/1', { newFee: june })
    const page = await openScreen(school, '/student-fee-change', 'office@main.test')
    const release = page.holdBack('/feeChanges/')
    await lookUp(page, rollNo)
    const sent = recordSentCalls()
    expectNoForm('Fee Change Date')
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
    expect(bodiesOf(sent, 'changeStudentFee')).toEqual([])
    release()
    await waitFor(() => expect(document.activeElement).toBe(field('Monthly Fee')))
    fill({ 'Fee Change Date': '01/07/2027', 'Monthly Fee': '6,000' })
    await page.user.click(submitButton())
    await readAndClose(page, 'Student fee changed successfully')
    expect(bodiesOf(sent, 'changeStudentFee')).toMatchObject([{ newFee: { monthlyFee: 6000, discount: 0 } }])
  })

  test('requests the reason if the page did not know that it is needed', async () => {
    const page = await open()
    const admin = await school.as('admin@main.test')
    await admin.post('/finances/saveCampusRules/Main%20Campus', { approvalLimit: 1000 })
    const { value: discount } = field('Discount')
    fill({ Discount: '1000' })
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
    await page.user.click(submitButton())
    expect((await screen.findByLabelText(/^Reason/)).getAttribute('aria-invalid')).toBe('true')

    // Without a change the answer is that nothing has changed, not that the reason is missing.
    fill({ Discount: discount })
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
  })
})
