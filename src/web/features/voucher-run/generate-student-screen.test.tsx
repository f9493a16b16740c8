import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { field, fill, lookUp, rollField } from '#test/form-fields.ts'
import { failCalls, holdAnswers } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let office: Caller

/** Two children admitted and paid up in September; both pay 4,500 a month. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const septemberOffice = await school.as('office@main.test')
  await admit(septemberOffice, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(septemberOffice, { studentData: { studentName: 'Bilal Ahmed' } })
  school.now = new Date('2026-11-21T09:00:00+05:00')
  office = await school.as('office@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

const existsMessage = 'Voucher for this student has already been generated with the campus.'
const november = '5Red1-202611'
const pay = (amount: number) =>
  office.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${november}`, { receivedAmount: amount })
const monthly = () =>
  school.db
    .selectFrom('vouchers')
    .selectAll()
    .where('kind', '=', 'monthly')
    .where('roll_no', '=', 1)
    .orderBy('chain_no')
    .execute()

const generate = () => screen.getByText('Generate').closest('button') as HTMLButtonElement
/** The lines of a ledger as the clerk reads them. */
const linesOf = (label: string) =>
  [...screen.getByLabelText<HTMLTableElement>(label).rows].map(({ cells }) =>
    [...cells].map(({ textContent }) => textContent).join(' | '),
  )
const ledger = () => linesOf('What the voucher charges')

async function open(roll: number | '' = 1): Promise<OpenScreen> {
  const page = await openScreen(school, `/generate-voucher/student?roll=${roll}`, 'office@main.test')
  await screen.findByRole('heading', { level: 1, name: 'Generate student voucher' })
  if (roll !== '') await screen.findByRole('table', { name: 'What the voucher charges' })
  return page
}

async function pressGenerate({ user }: OpenScreen): Promise<void> {
  await waitFor(() => expect(generate().disabled).toBe(false))
  await user.click(generate())
}

describe("a student's voucher", () => {
  test('is previewed, generated and confirmed; then the screen goes back', async () => {
    covers('spec 1.jobs.generate-student', 'spec 2.routes.generate-student', 'spec 5.generation.search')
    covers('spec 5.generation.student-dates', 'spec 8.generation.succeeded')
    covers('decisions 2.replies.generate-student')

    await office.post('/finances/addAdditionalCharges', { rollNumber: 1, examinationFee: 700 })
    const page = await open('')
    expect(generate().disabled).toBe(true)
    await page.user.type(await rollField(), '1')
    await screen.findByText('Student found')
    const student = screen.getByRole('region', { name: 'Student' })
    expect(student.textContent).toBe('Ayesha KhanImran Khan · class 5 Red · Roll No. 1')
    within(student).getByRole('link', { name: 'Ayesha Khan' })
    await screen.findByText(`Voucher ${november} for November 2026`)
    expect(ledger()).toEqual([
      'Tuition Fee | 5,000',
      'Discount | −500',
      'Registration Fee | 0',
      'Admission Fee | 0',
      'Examination Fee | 700',
      'Arrears | 0',
      'Net Receivable | 5,200',
    ])
    expect(field('Fee Period from').value).toBe('01/11/2026')
    expect(field('Due Date').value).toBe('01/12/2026')

    fill({ Note: 'Came back late.' })
    await pressGenerate(page)
    await screen.findByRole('alertdialog')
    expect(page.path()).toBe('/generate-voucher/student')
    expect(await readAndClose(page, 'Voucher generated successfully')).toContain(
      `Voucher ${november}\nAyesha Khan, roll no. 1\nNet receivable 5,200`,
    )
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await monthly()).toMatchObject([
      {
        voucher_no: november,
        amount: 520_000,
        issue_date: '2026-11-21',
        due_date: '2026-12-01',
        note: 'Came back late.',
      },
    ])
    await page.user.click(await screen.findByRole('tab', { name: 'Vouchers' }))
    await page.user.click(screen.getByRole('link', { name: /Generate student voucher/ }))
    expect((await rollField()).value).toBe('')
    await lookUp(page, 1)
    expect(field('Note').value).toBe('')
  })

  test('names the voucher whose balance it carries, also after that balance changes; the carried voucher cannot be replaced', async () => {
    covers('decisions 3.receipts.expected-balance')

    await generateAndPost(office, 'Main Campus', '2026-11-01')
    const page = await open()
    const release = holdAnswers('/studentVoucherPreview/')
    await page.user.click(screen.getByText('December 2026'))
    expect(screen.queryByRole('table', { name: 'What the voucher charges' })).toBeNull()
    expect(generate().disabled).toBe(true)
    release()
    await screen.findByText('Voucher 5Red1-202612 for December 2026')
    expect(ledger().slice(-2)).toEqual([`Arrears of ${november} | 4,500`, 'Net Receivable | 9,000'])
    await pay(1000)
    await pressGenerate(page)
    expect(await readAndClose(page, 'Balance has changed')).toContain('It is 3,500 now.')
    expect(ledger().slice(-2)).toEqual([`Arrears of ${november} | 3,500`, 'Net Receivable | 8,000'])
    await pressGenerate(page)
    await readAndClose(page, 'Voucher generated successfully')
    expect((await monthly()).map(({ arrears }) => arrears)).toEqual([0, 350_000])

    await office.post('/finances/postVouchers/Main%20Campus/12')
    await page.goTo('/generate-voucher/student?roll=1')
    await screen.findByText('No voucher can be generated for November 2026')
    screen.getByText(/^Voucher 5Red1-202611 is included in 5Red1-202612 and cannot be replaced\./)
    expect(generate().disabled).toBe(true)
  })

  test('is shown only for the number in the field: old figures are never shown under a new number', async () => {
    covers('spec 5.generation.search')

    const page = await open('')
    await page.user.type(await rollField(), '1')
    await screen.findByRole('table', { name: 'What the voucher charges' })
    await page.user.clear(await rollField())
    expect(screen.queryByRole('region', { name: 'Student' })).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
    expect(generate().disabled).toBe(true)
    await page.user.type(await rollField(), '77{Enter}')
    await screen.findByText('Student not found')
    expect(generate().disabled).toBe(true)
  })
})

describe('a second voucher for the month', () => {
  test('needs a yellow confirmation with the figures of both, and is not sent without it', async () => {
    covers('spec 7.finances.force-generate', 'spec 8.generation.exists')
    covers('decisions 3.voucher-numbers.further')

    await generateAndPost(office, 'Main Campus', '2026-11-01')
    await pay(2000)
    await office.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 6000, discount: 500 } })
    const page = await open()
    screen.getByText(`November 2026 already has voucher ${november}. The new voucher will replace it.`)
    await pressGenerate(page)

    const question = await screen.findByRole('alertdialog', { name: existsMessage })
    within(question).getByText('Are you sure you want to generate a new voucher for this student?')
    expect(question.textContent).toContain(
      `Voucher ${november} of Ayesha Khan (1 Nov 2026 to 30 Nov 2026, posted) would be replaced by ${november}-2, which is posted too.`,
    )
    expect(question.textContent).toContain('The Rs 2,000 received on it will be applied to the new one.')
    expect(linesOf('Before and after')).toEqual([
      ` | Now: ${november} | New: ${november}-2`,
      'Tuition Fee | 5,000 | 6,000',
      'Discount | −500 | −500',
      'Registration Fee | 0 | 0',
      'Admission Fee | 0 | 0',
      'Examination Fee | 0 | 0',
      'Arrears | 0 | −2,000 advance',
      'Net Receivable | 4,500 | 3,500',
      'Received | −2,000 | 0',
      'Balance | 2,500 | 3,500',
    ])
    expect(screen.queryByText('Generate')).toBeNull()
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
    await page.user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(field('Fee Period from'))
    expect(await monthly()).toHaveLength(1)

    await pressGenerate(page)
    await page.user.click(await screen.findByRole('button', { name: 'Yes, generate new voucher' }))
    expect(await readAndClose(page, 'Voucher generated successfully')).toContain(
      `Voucher ${november}-2\nAyesha Khan, roll no. 1\nNet receivable 3,500`,
    )
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await monthly()).toMatchObject([
      { voucher_no: november, replaced_by: `${november}-2` },
      { voucher_no: `${november}-2`, arrears: -200_000, net_balance: 350_000, posted: true },
    ])
  })
})

describe('when generation fails', () => {
  test('the screen shows the error, even with status 200, marks a missing date and keeps the typed values', async () => {
    covers('spec 8.generation.failed', 'spec 8.generation.error')

    const page = await open()
    const originalFetch = globalThis.fetch
    failCalls('generateVoucher/student', 200, { msg: 'Failed to generate voucher' })
    await pressGenerate(page)
    await readAndClose(page, 'Failed to generate voucher')
    expect(page.path()).toBe('/generate-voucher/student')
    failCalls('generateVoucher/student', 200, { msg: 'Voucher already exists for this month' })
    await pressGenerate(page)
    await readAndClose(page, 'Voucher already exists for this month')
    expect(await monthly()).toEqual([])
    globalThis.fetch = originalFetch

    fill({ 'Due Date': '' })
    await pressGenerate(page)
    await readAndClose(page, 'Please fill all the fields')
    await waitFor(() => expect(document.activeElement).toBe(field('Due Date')))

    // A lost connection keeps everything that was typed.
    fill({ 'Due Date': '10/12/2026' })
    page.network.isDown = true
    await pressGenerate(page)
    await page.stopTrying()
    expect(await readAndClose(page, 'An error occurred')).toContain('What you typed is kept.')
    expect(await monthly()).toHaveLength(0)
    page.network.isDown = false
    await pressGenerate(page)
    await readAndClose(page, 'Voucher generated successfully')
    expect(await monthly()).toMatchObject([{ due_date: '2026-12-10' }])
  })
})
