import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { novemberVoucher, openCounterSchool, readAndClose, rollNo } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import {
  bringBackButton,
  changesShown,
  changeStudent,
  expectNoForm,
  field,
  fill,
  lookUp,
  rollField,
  submitButton,
} from '#test/form-fields.ts'
import { failCalls } from '#test/page-calls.ts'
import { openEntry, openScreen, type OpenScreen } from '#test/screen.tsx'

const { school, generate, receiveAs } = await openCounterSchool()
const sums = () => changesShown(`Voucher ${novemberVoucher}`)
const voucher = () =>
  school.db
    .selectFrom('vouchers')
    .selectAll()
    .where('voucher_no', '=', novemberVoucher)
    .executeTakeFirstOrThrow()

async function open({ withVoucher = true, received = 0 } = {}) {
  if (withVoucher) await generate('2026-11-01')
  if (received > 0) await receiveAs('desk@main.test', { receivedAmount: received })
  const page = await openScreen(school, '/edit-vouchers', 'office@main.test')
  await lookUp(page, rollNo)
  return page
}

describe('an edit of the fees', () => {
  test('shows the fees and their total, requires an empty fee and marks a wrong one', async () => {
    covers('spec 2.edit-vouchers.search', 'spec 2.edit-vouchers.read-only', 'spec 2.edit-vouchers.fields')
    covers('spec 4.edit-voucher.found', 'spec 5.edit-voucher.decimals', 'spec 5.edit-voucher.required')
    covers('spec 7.look-up.fills')

    const page = await open()
    for (const [label, value] of [
      ['Name', 'Ayesha Khan'],
      ['Father Name', 'Imran Khan'],
      ['Class', '5'],
      ['Section', 'Red'],
      ['Net Monthly Fee', '4,500'],
    ] as const) {
      expect(field(label)).toMatchObject({ value, readOnly: true })
    }
    expect(field('Registration Fee').value).toBe('0')
    expect(field('Admission Fee').value).toBe('0')
    expect(field('Monthly Tuition Fee').value).toBe('5,000')
    expect(field('Discount').value).toBe('500')
    expect(field('Examination Fee').value).toBe('0')
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
    fill({ 'Monthly Tuition Fee': '6000.50' })
    expect(field('Net Monthly Fee').value).toBe('5,500.50')

    fill({ 'Monthly Tuition Fee': '5000', 'Registration Fee': '', Discount: '5001' })
    screen.getByText('The discount may not exceed the monthly fee')
    expect(sums()).toEqual([])
    await page.user.click(submitButton())
    await readAndClose(page, 'Please fill all the fields')
    expect(field('Registration Fee').getAttribute('aria-invalid')).toBe('true')
    fill({ 'Registration Fee': '12x', Discount: '0' })
    await page.user.click(submitButton())
    await screen.findByText('Enter an amount such as 4500 or 4500.50')
    expect(await voucher()).toMatchObject({ monthly_fee: 500_000 })
  })

  test('without a student shows the search alone, and asks for it on Submit', async () => {
    covers('spec 5.edit-voucher.required', 'decisions 7.edit.submit')

    const page = await openScreen(school, '/edit-vouchers', 'office@main.test')
    await rollField()
    expectNoForm('Monthly Tuition Fee')
    await page.user.click(submitButton())
    await readAndClose(page, 'Please fill all the fields')
    await waitFor(async () => expect(document.activeElement).toBe(await rollField()))
  })

  test('shows which voucher is re-priced and how its sums change, then re-prices it and goes back', async () => {
    covers('spec 1.jobs.edit-fees', 'spec 2.routes.edit-vouchers', 'spec 2.edit-vouchers.fields')
    covers('spec 2.edit-vouchers.submit', 'spec 8.edit.voucher-edited')

    const page = await open()
    screen.getByText(novemberVoucher, { selector: 'b' })
    fill({ 'Monthly Tuition Fee': '6000', 'Examination Fee': '800' })
    expect(changesShown('Fees that will change')).toEqual([
      'Monthly Tuition Fee | 5,000 | 6,000',
      'Examination Fee | 0 | 800',
    ])
    expect(sums()).toEqual([
      'This month | 4,500 | 6,300',
      'With arrears | 4,500 | 6,300',
      'Received so far | 0 | 0',
      'Left to pay | 4,500 | 6,300',
    ])
    await page.user.click(submitButton())
    const message = await readAndClose(page, 'Voucher edited successfully')
    expect(message).toContain(`Ayesha Khan, Roll No. 1. Voucher ${novemberVoucher}: 6,300 to be paid.`)
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await voucher()).toMatchObject({
      monthly_fee: 600_000,
      examination_fee: 80_000,
      net_balance: 630_000,
    })
  })

  test('closes with Cancel; if no voucher is unpaid, one-time fees go on the next voucher', async () => {
    covers('spec 2.edit-vouchers.cancel')

    const page = await open({ withVoucher: false })
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await openEntry(page.user, /Edit student voucher/)
    expect((await rollField()).value).toBe('')

    await lookUp(page, rollNo)
    screen.getByText(/There is no unpaid voucher to change/)
    fill({ 'Examination Fee': '800' })
    await page.user.click(submitButton())
    expect(await readAndClose(page, 'Voucher edited successfully')).toContain(
      'The fees will be on the next voucher.',
    )
    expect(await school.db.selectFrom('fees').selectAll().executeTakeFirst()).toMatchObject({
      examination_fee: 80_000,
    })
  })

  test('includes the received amount: it shows an advance, and the new sum after a payment at another desk', async () => {
    const page = await open({ received: 2000 })
    fill({ 'Monthly Tuition Fee': '2000' })
    expect(sums()).toContain('Left to pay | 2,500 | −500 advance')
    expect(screen.getByText(/the voucher will be marked paid/).textContent).toContain(
      '−500 advance will be adjusted in the next voucher.',
    )

    fill({ 'Monthly Tuition Fee': '5000', 'Examination Fee': '800' })
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.click(submitButton())
    expect(await readAndClose(page, 'Editing voucher failed')).toContain(
      'Balance has changed. It is 1,500 now. Please check the sums again.',
    )
    expectNoForm('Examination Fee')
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(sums()).toContain('Left to pay | 1,500 | 2,300'))
    await page.user.click(submitButton())
    await readAndClose(page, 'Voucher edited successfully')
    expect(await voucher()).toMatchObject({ net_balance: 230_000 })
  })

  test('alerts after a failure or offline, and empties the fees; the restored fees can be saved', async () => {
    covers('spec 4.edit-voucher.other-message', 'spec 8.edit.voucher-failed')

    const page = await open()
    fill({ 'Examination Fee': '800' })
    const bringBack = async () => {
      expectNoForm('Examination Fee')
      await page.user.click(await bringBackButton())
      await waitFor(() => expect(field('Examination Fee').value).toBe('800'))
    }
    const joined = globalThis.fetch
    for (const [status, answer] of [
      [500, { code: 'broken', msg: 'An error occurred' }],
      [409, { code: 'student-graduated', msg: 'Student has graduated' }],
    ] as const) {
      failCalls('editAdmissionFee', status, answer)
      await page.user.click(submitButton())
      expect(await readAndClose(page, 'Editing voucher failed')).toContain(answer.msg)
      await bringBack()
    }
    globalThis.fetch = joined

    page.network.isDown = true
    await page.user.click(submitButton())
    await page.stopTrying()
    await readAndClose(page, 'Editing voucher failed')
    page.network.isDown = false
    await bringBack()
    await page.user.click(submitButton())
    await readAndClose(page, 'Voucher edited successfully')
    expect(await voucher()).toMatchObject({ examination_fee: 80_000 })
  })
})

describe('a look-up that fails', () => {
  const notFound = 'Student not found. Please check the Roll No. and try again.'
  async function ask(page: OpenScreen, number: string) {
    await changeStudent(page)
    await page.user.clear(await rollField())
    await page.user.type(await rollField(), `${number}{Enter}`)
  }

  test('alerts about an unknown number and clears the fees, each time; the other edit screen only shows a notice', async () => {
    covers('spec 4.edit-voucher.other-message', 'decisions 6.failures.edit-vouchers')

    const page = await open({ withVoucher: false })
    await ask(page, '77')
    expect(await readAndClose(page, 'Student does not exist')).toContain('Roll No. 77')
    screen.getByText(notFound)
    expectNoForm('Monthly Tuition Fee')
    await lookUp(page, rollNo)
    expect(field('Monthly Tuition Fee').value).toBe('5,000')
    await ask(page, '77')
    await readAndClose(page, 'Student does not exist')

    await page.goTo('/edit-admissions')
    await screen.findByRole('heading', { level: 1, name: 'Edit student information' })
    expect(screen.queryByText(notFound)).toBeNull()
    await ask(page, '77')
    await screen.findByText(notFound)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('alerts about a broken server, a lost connection or a graduate, and can be tried again', async () => {
    covers('spec 4.edit-voucher.other-message')

    const page = await open({ withVoucher: false })
    const joined = globalThis.fetch
    failCalls('getStudentInfo/2', 500, { code: 'broken', msg: 'An error occurred' })
    await ask(page, '2')
    await readAndClose(page, 'An error occurred')
    expectNoForm('Monthly Tuition Fee')
    globalThis.fetch = joined
    page.network.isDown = true
    await ask(page, '1')
    await readAndClose(page, 'No connection to the server. What you typed is kept.')
    page.network.isDown = false
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Student found')
    expect(field('Monthly Tuition Fee').value).toBe('5,000')

    await school.db.updateTable('students').set({ state: 'graduated', left_on: '2026-11-20' }).execute()
    await ask(page, '1')
    await readAndClose(page, 'Student has graduated')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expectNoForm('Monthly Tuition Fee')
  })
})
