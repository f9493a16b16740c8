import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { button, child, closeAlert, fees, goToFees, openAdmission } from '#test/admission-screen.ts'
import { covers } from '#test/covers.ts'
import { bringBackButton, field, fill } from '#test/form-fields.ts'
import { openSchool, password } from '#test/school.ts'
import { openEntry, openScreen } from '#test/screen.tsx'

const school = await openSchool()

beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openAdmission(school)
const students = () => school.db.selectFrom('students').selectAll().execute()
const receipts = () => school.db.selectFrom('receipts').selectAll().execute()

test('an admission waits for the roll number, and is refused while that number cannot be loaded', async () => {
  const page = await openScreen(school, '/dashboard', 'office@main.test')
  const joined = globalThis.fetch
  const line = { cut: true, held: Promise.resolve() }
  const hold = () => {
    let release = (): void => undefined
    line.held = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  globalThis.fetch = async (to, init) => {
    if (typeof to !== 'string' || !to.includes('getLastRollNumber')) return joined(to, init)
    await line.held
    if (line.cut) throw new TypeError('Failed to fetch')
    return joined(to, init)
  }
  const releaseCutLine = hold()
  await openEntry(page.user, /Add new Admission/)
  await screen.findByRole('heading', { name: 'Add new Admission' })
  await goToFees(page)
  fill(fees)
  await page.user.click(button('Submit'))
  releaseCutLine()
  expect(await closeAlert(page, 'Please fill all the fields')).toContain('Roll No. could not be read')
  expect(await students()).toHaveLength(0)

  line.cut = false
  const release = hold()
  await page.user.click(button('Submit'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await students()).toHaveLength(0)
  release()
  expect(await closeAlert(page, 'Admission added successfully')).toContain('Roll No. 1')
  expect(await students()).toHaveLength(1)
})

describe('the typed admission', () => {
  test('survives Back, a lost connection and a lost session, and is sent once, with a receipt to print', async () => {
    covers('spec 2.routes.new-admissions-back', 'spec 8.admission.failed', 'decisions 5.session.typed')

    const page = await open()
    await goToFees(page)
    fill(fees)
    await page.user.click(button('Back'))
    expect(field('Student Name').value).toBe(child['Student Name'])
    await page.user.click(button('Next'))

    page.network.isDown = true
    await page.user.click(button('Submit'))
    await page.stopTrying()
    const words = await closeAlert(page, 'Admission failed, please try again')
    expect(words).toContain('What you typed is kept.')
    expect(field('Monthly Fee').value).toBe('5,000')
    page.network.isDown = false

    page.dropSession()
    await page.user.click(button('Submit'))
    await waitFor(() => expect(page.path()).toBe('/login'))
    await screen.findByLabelText(/^Email/)
    fill({ Email: 'office@main.test', Password: password })
    await page.user.click(button('Login'))
    await waitFor(() => expect(page.path()).toBe('/new-admissions'))
    await waitFor(() => expect(field('Monthly Fee').value).toBe('5,000'))
    await page.user.click(button('Submit'))
    const alert = await screen.findByRole('alertdialog', { name: 'Admission added successfully' })
    expect(await students()).toHaveLength(1)
    expect(await receipts()).toHaveLength(1)

    await page.user.click(within(alert).getByRole('button', { name: 'Print receipt' }))
    const slip = within(await screen.findByRole('dialog', { name: 'Print Receipt 1' }))
    await slip.findByText('Rs 7,500.50')
    expect(slip.queryByText('DUPLICATE')).toBeNull()
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
  })

  test('is left at once by Cancel and by Esc, and can be brought back', async () => {
    covers('spec 2.routes.new-admissions-cancel', 'decisions 7.back.kept')

    const page = await open()
    fill({ 'Student Name': 'Ayesha' })
    await page.user.click(button('Cancel'))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(field('Student Name').value).toBe('Ayesha'))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await bringBackButton()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

test('accepts a part of the voucher now, by a method other than cash, and refuses more than the whole', async () => {
  const page = await openAdmission(school)
  await goToFees(page)
  fill({ ...fees, 'Received now': '9000' })
  await page.user.click(screen.getByRole('radio', { name: 'Online' }))
  fill({ 'Transaction No\\.': 'TX 71' })
  await page.user.click(button('Submit'))
  await screen.findByText('At most 7,500.50, the total of the voucher')
  fill({ 'Received now': '3000' })
  await page.user.click(button('Submit'))
  expect(await closeAlert(page, 'Admission added successfully')).toContain(
    'Rs 3,000 received, Online TX 71, receipt no. 1. Rs 4,500.50 is left to pay.',
  )
  const voucher = school.db.selectFrom('vouchers').select(['received', 'net_balance', 'fee_paid'])
  expect(await voucher.executeTakeFirst()).toEqual({
    received: 300_000,
    net_balance: 450_050,
    fee_paid: false,
  })
  const receipt = school.db.selectFrom('receipts').select(['amount', 'method', 'reference'])
  expect(await receipt.executeTakeFirst()).toEqual({ amount: 300_000, method: 'online', reference: 'TX 71' })
})
