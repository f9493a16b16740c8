import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openEntry, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
let desk: Caller

/** All were admitted in April and owe nothing. */
const classOf = { 'Ayesha Khan': '5', 'Bilal Ahmed': '10', 'Sana Malik': '1' }
const nameOf = (rollNo: number): string => Object.keys(classOf)[rollNo - 1] ?? ''
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  desk = await school.as('desk@main.test')
  for (const [studentName, studentClass] of Object.entries(classOf)) {
    await admit(desk, { studentData: { studentName, studentClass, admissionDate: '2026-04-01' }, ...october })
  }
})
afterAll(() => school[Symbol.asyncDispose]())

const owe = () => generateAndPost(desk, 'Main Campus', '2026-11-01')
const pay = (voucherNo: string, receivedAmount: number) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
const students = () =>
  school.db.selectFrom('students').select(['state', 'left_on']).orderBy('roll_no').execute()

const removeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' })
const tick = (label: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: label })
const day = () => screen.getByLabelText<HTMLInputElement>(/^Left date/)

async function open(path = '/student-removal'): Promise<OpenScreen> {
  const page = await openScreen(school, path, 'desk@main.test')
  await screen.findByRole('heading', { level: 1, name: 'Student removal/withdrawal' })
  return page
}

/** Opens the screen for a student, or finds the student in the open page. */
async function openFor(rollNo: number, opened?: OpenScreen): Promise<OpenScreen> {
  const path = `/student-removal?roll=${rollNo}`
  const page = opened ?? (await open(path))
  if (opened) await opened.goTo(path)
  await within(await screen.findByRole('region', { name: 'Student' })).findByText(nameOf(rollNo))
  return page
}

describe('removing a student', () => {
  test('finds a student by roll number, asks by name, removes the student and confirms it', async () => {
    covers('spec 1.jobs.remove', 'spec 2.routes.student-removal', 'spec 4.success.removal')
    covers('spec 5.removal.date', 'spec 5.removal.enabled', 'spec 8.removal.removed')
    covers('spec 8.look-up.not-found')

    const page = await open()
    expect(removeButton().disabled).toBe(true)
    await page.user.type(screen.getByLabelText('Roll No.'), '99{Enter}')
    await screen.findByText('Student does not exist')
    expect(removeButton().disabled).toBe(true)
    await page.user.clear(screen.getByLabelText('Roll No.'))
    await page.user.type(screen.getByLabelText('Roll No.'), '1')
    await screen.findByText('Student found')
    const found = screen.getByRole('region', { name: 'Student' })
    expect(found.textContent).toContain('Ayesha Khan')
    expect(found.textContent).toContain('Imran Khan')
    screen.getByText('Fees are cleared: no dues.')
    expect(day().value).toBe('21/11/2026')

    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Ayesha Khan?', 'Cancel')
    expect(page.path()).toBe('/student-removal')
    expect((await students())[0]?.state).toBe('active')

    await page.user.click(removeButton())
    const text = await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')
    expect(text).toContain('Roll no. 1, class 5 Red, father Imran Khan.')
    expect(text).toContain('She leaves on 21 Nov 2026 (not graduated).')
    expect(await answerAlert(page, 'Student removed successfully')).toContain(
      'Ayesha Khan, roll no. 1: left.',
    )
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect((await students())[0]).toEqual({ state: 'removed', left_on: '2026-11-21' })
    await openEntry(page.user, /^Student removal/)
    expect(await screen.findByLabelText('Roll No.')).toHaveProperty('value', '')
  })

  test('starts with the ticks of the class; class 10 graduates, or only leaves if Graduated is not ticked', async () => {
    covers('spec 2.routes.student-removal', 'spec 5.removal.graduated', 'spec 5.removal.ticks')

    const page = await open()
    for (const [rollNo, leave, graduated, closed] of [
      [1, false, false, true],
      [3, true, false, true],
      [2, true, true, false],
    ] as const) {
      await openFor(rollNo, page)
      expect(tick('Leave').checked).toBe(leave)
      expect(tick('Graduated').checked).toBe(graduated)
      expect(tick('Graduated').disabled).toBe(closed)
    }
    screen.getByText('She graduates on 21 Nov 2026')
    await page.user.click(tick('Graduated'))
    screen.getByText('She leaves on 21 Nov 2026 (not graduated)')
    await page.user.click(tick('Graduated'))
    fill({ 'Left date': '20/11/2026' })
    await page.user.click(removeButton())
    expect(await answerAlert(page, 'Remove Bilal Ahmed?', 'Yes, remove Bilal Ahmed')).toContain(
      'She graduates on 20 Nov 2026.',
    )
    await answerAlert(page, 'Student removed successfully')
    expect((await students())[1]).toEqual({ state: 'graduated', left_on: '2026-11-20' })

    // A link opens the graduation of the whole class 10.
    await page.goTo('/student-removal')
    await page.user.click(await screen.findByRole('link', { name: 'Graduate class 10' }))
    await screen.findByRole('heading', { level: 1, name: 'Graduation' })
  })

  test('requires a valid day; the question states that the student leaves if nothing is ticked', async () => {
    covers('decisions 6.removal.question')

    const page = await openFor(3)
    for (const typed of ['', '22/11/2026', '31/03/2026']) {
      fill({ 'Left date': typed })
      await page.user.click(removeButton())
      await answerAlert(page, 'Please fill all the fields')
      await waitFor(() => expect(document.activeElement).toBe(day()))
      expect((await students())[2]?.state).toBe('active')
    }

    fill({ 'Left date': '21/11/2026' })
    await page.user.click(removeButton())
    const text = await answerAlert(page, 'Remove Sana Malik?', 'Cancel')
    expect(text).toContain('She leaves on 21 Nov 2026.')
    await page.user.click(tick('Leave'))
    expect(removeButton().disabled).toBe(false)
    await page.user.click(removeButton())
    expect(await answerAlert(page, 'Remove Sana Malik?', 'Yes, remove Sana Malik')).toContain(
      'She leaves on 21 Nov 2026 (not graduated).',
    )
    await answerAlert(page, 'Student removed successfully')
    expect((await students())[2]).toEqual({ state: 'removed', left_on: '2026-11-21' })
  })
})

describe('fees that are pending', () => {
  test('prevent the removal until the arrears are marked as paid by a real receipt', async () => {
    covers('spec 5.removal.enabled', 'spec 8.removal.arrears-paid', 'spec 8.removal.pending')
    covers('decisions 3.removal.pending')

    await owe()
    const page = await openFor(1)
    const notice = screen.getByText('Fee payment is pending').closest<HTMLElement>('[role=status]')
    expect(notice?.textContent).toContain('Arrears 4,500')
    expect(notice?.textContent).toContain('5Red1-202611')
    expect(removeButton().disabled).toBe(true)

    const paid = () =>
      school.db.selectFrom('receipts').selectAll().where('voucher_no', '=', '5Red1-202611').execute()
    await page.user.click(screen.getByRole('button', { name: 'Mark arrears as paid' }))
    await answerAlert(page, 'Mark arrears as paid?', 'Cancel')
    screen.getByText('Fee payment is pending')
    expect(await paid()).toEqual([])

    await page.user.click(screen.getByRole('button', { name: 'Mark arrears as paid' }))
    expect(await answerAlert(page, 'Mark arrears as paid?', 'Yes, mark 4,500 as paid')).toContain(
      'This makes a receipt of 4,500 on 21 Nov 2026 for Ayesha Khan, roll no. 1, on voucher 5Red1-202611. Do it only if the money is in your hand.',
    )
    const message = await answerAlert(page, 'Arrears marked paid successfully')
    const [receipt] = await paid()
    expect(receipt).toMatchObject({ amount: 450_000, received_on: '2026-11-21' })
    expect(message).toContain(`Receipt no. ${receipt?.receipt_no}: 4,500 received on 21 Nov 2026`)
    expect(await brokenLaws(school.db)).toEqual([])

    await screen.findByText('Fees are cleared: no dues.')
    await waitFor(() => expect(document.activeElement).toBe(tick('Leave')))
    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')
    await answerAlert(page, 'Student removed successfully')
    expect((await students())[0]?.state).toBe('removed')
  })

  test('may be paid at the counter meanwhile, and the screen asks for the refund of an advance', async () => {
    covers('spec 8.promotion.mark-arrears')

    await owe()
    const page = await openFor(1)
    await pay('5Red1-202611', 4500)
    await page.user.click(screen.getByRole('button', { name: 'Mark arrears as paid' }))
    await answerAlert(page, 'Mark arrears as paid?', 'Yes, mark 4,500 as paid')
    await answerAlert(page, 'Nothing is due')
    await screen.findByText('Fees are cleared: no dues.')

    await pay('1Red3-202611', 5000)
    await openFor(3, page)
    await screen.findByText('Rs 500 was paid in advance and must be refunded.')
    await page.user.click(removeButton())
    expect(await answerAlert(page, 'Remove Sana Malik?', 'Cancel')).toContain(
      'Rs 500 was paid in advance and must be refunded.',
    )
  })
})

describe('an obstacle to a removal', () => {
  test('is explained if another clerk removed the student or new fees came up meanwhile', async () => {
    covers('spec 4.graduated.alert')

    const page = await openFor(1)
    await desk.post('/admissions/removeStudent/1', { removalDate: '2026-11-20' })
    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')
    await answerAlert(page, 'Student has left')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect((await students())[0]?.left_on).toBe('2026-11-20')

    await desk.post('/admissions/removeStudent/2', { removalDate: '2026-11-01', graduated: true })
    for (const [rollNo, words] of [
      [2, 'Student has graduated'],
      [1, 'Student has left'],
    ] as const) {
      await page.goTo(`/student-removal?roll=${rollNo}`)
      await answerAlert(page, words)
      expect(removeButton().disabled).toBe(true)
      expect(screen.queryByRole('region', { name: 'Student' })).toBeNull()
    }

    // The server refuses, and the screen shows the fees.
    await openFor(3, page)
    await owe()
    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Sana Malik?', 'Yes, remove Sana Malik')
    expect(await answerAlert(page, 'Fee payment is pending')).toContain('The student was not removed.')
    await screen.findByRole('button', { name: 'Mark arrears as paid' })
    expect(removeButton().disabled).toBe(true)
    expect((await students())[2]?.state).toBe('active')
  })

  test('such as a lost connection loses nothing, and the next try succeeds', async () => {
    const page = await openFor(2)
    await page.user.click(tick('Graduated'))
    page.network.isDown = true
    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Bilal Ahmed?', 'Yes, remove Bilal Ahmed')
    await page.stopTrying()
    await answerAlert(page, 'No connection to the server. What you typed is kept.')
    page.network.isDown = false
    await screen.findByText('Student found')
    expect(tick('Graduated').checked).toBe(false)
    await page.user.click(removeButton())
    await answerAlert(page, 'Remove Bilal Ahmed?', 'Yes, remove Bilal Ahmed')
    await answerAlert(page, 'Student removed successfully')
    expect((await students())[1]?.state).toBe('removed')
  })
})

test('the removal screen redirects a read-only user to the dashboard', async () => {
  const page = await openScreen(school, '/student-removal', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
