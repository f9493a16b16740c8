import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { field, fill } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let office: Caller

/** Two children admitted and paid up in September. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const september = await school.as('office@main.test')
  await admit(september, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(september, { studentData: { studentName: 'Bilal Ahmed' } })
  school.now = new Date('2026-11-22T09:00:00+05:00')
  office = await school.as('office@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

const screens = [
  {
    screenOf: 'a campus',
    path: '/generate-voucher/campus',
    button: 'Generate vouchers',
    preview: /students? (gets a voucher|get vouchers) for/,
    done: 'Vouchers generated successfully',
    waiting: '2 December vouchers are not posted yet.',
  },
  {
    screenOf: 'a student',
    path: '/generate-voucher/student?roll=1',
    button: 'Generate',
    preview: /^Voucher 5Red1-\d{6} for/,
    done: 'Voucher generated successfully',
    waiting: '1 December voucher is not posted yet.',
  },
]

const monthly = () =>
  school.db.selectFrom('vouchers').selectAll().where('kind', '=', 'monthly').orderBy('roll_no').execute()

describe.each(screens)('the screen of $screenOf', ({ path, button, preview, done, waiting }) => {
  const generate = () => screen.getByText(button).closest('button') as HTMLButtonElement

  async function open(): Promise<OpenScreen> {
    const page = await openScreen(school, path, 'office@main.test')
    await screen.findByText(preview)
    return page
  }

  async function run({ user }: OpenScreen) {
    await waitFor(() => expect(generate().disabled).toBe(false))
    await user.click(generate())
  }

  const findQuestion = (days: number) =>
    screen.findByRole('alertdialog', { name: `This fee period is ${days} days long` })

  test('marks a month that can never be posted, asks before a period longer than a month, and links to the vouchers to post', async () => {
    covers('decisions 6.months.generation', 'decisions 6.months.long-period')

    const page = await open()
    const sent = recordSentCalls()
    fill({ 'Fee Period from': '01/12/2062' })
    await screen.findByText('Choose a month from June 2026 to May 2027')
    expect(field('Fee Period from').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText(preview)).toBeNull()
    expect(generate().disabled).toBe(true)
    await page.user.type(field('Fee Period from'), '{Enter}')
    expect(bodiesOf(sent, 'generateVoucher')).toEqual([])

    fill({ 'Fee Period from': '01/12/2026', 'Fee Period to': '31/01/2027', Note: 'Winter' })
    await screen.findByText(preview)
    expect(screen.queryByText(/Choose a month/)).toBeNull()
    await run(page)
    const question = await findQuestion(62)
    expect(question.textContent).toContain(
      'It runs from 1 Dec 2026 to 31 Jan 2027, but a voucher charges one month only: December 2026.',
    )
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(field('Fee Period to').value).toBe('31/01/2027')
    expect(field('Note').value).toBe('Winter')
    expect(await monthly()).toEqual([])

    await run(page)
    await page.user.click(within(await findQuestion(62)).getByRole('button', { name: 'Generate anyway' }))
    await readAndClose(page, done)
    expect((await monthly())[0]).toMatchObject({ period_from: '2026-12-01', period_to: '2027-01-31' })

    await page.goTo(path)
    await screen.findByLabelText(/^Fee Period from/)
    fill({ 'Fee Period from': '01/01/2027' })
    await screen.findByText(preview)
    await page.user.click(await screen.findByRole('link', { name: waiting }))
    await screen.findByRole('table', { name: 'Vouchers of December 2026 to post' })
    expect(page.path()).toBe('/post-vouchers')
  })

  test('does not ask before a month of 31 days, offers to post it afterwards, and accepts the last month that can be posted', async () => {
    const page = await open()
    expect(screen.queryByText(/not posted yet/)).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'December 2026' }))
    await screen.findByText(preview)
    await run(page)
    const alert = await screen.findByRole('alertdialog', { name: done })
    expect((await monthly())[0]).toMatchObject({ period_to: '2026-12-31' })
    expect(alert.textContent).toContain(waiting)
    expect(document.activeElement).toBe(within(alert).getByRole('button', { name: 'OK' }))
    await page.user.click(within(alert).getByRole('button', { name: 'Post them now' }))
    await screen.findByRole('table', { name: 'Vouchers of December 2026 to post' })
    expect(page.path()).toBe('/post-vouchers')
    await page.user.click(screen.getByRole('button', { name: 'Post vouchers' }))
    await readAndClose(page, 'Vouchers Posted Successfully')
    expect((await monthly()).every(({ posted }) => posted)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))

    await page.goTo(path)
    await screen.findByLabelText(/^Fee Period from/)
    fill({ 'Fee Period from': '01/05/2027' })
    await screen.findByText(preview)
    fill({ 'Fee Period to': '31/05/2027' })
    await run(page)
    await readAndClose(page, done)
    expect((await monthly()).map(({ year, month }) => [year, month])).toContainEqual([2027, 5])
  })
})

test('the replacement of a posted voucher is posted at once, so the alert does not offer to post it', async () => {
  await office.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01' })
  await office.post('/finances/postVouchers/Main%20Campus/11')
  const page = await openScreen(school, '/generate-voucher/student?roll=1', 'office@main.test')
  await screen.findByText('Voucher 5Red1-202611-2 for November 2026')
  fill({ 'Fee Period from': '01/11/2026', 'Fee Period to': '31/12/2026' })
  const generate = screen.getByText('Generate').closest('button') as HTMLButtonElement
  await waitFor(() => expect(generate.disabled).toBe(false))
  await page.user.click(generate)
  const question = await screen.findByRole('alertdialog', { name: 'This fee period is 61 days long' })
  await page.user.click(within(question).getByRole('button', { name: 'Generate anyway' }))
  // The question about the period is not repeated when the same period is sent again.
  await page.user.click(await screen.findByRole('button', { name: 'Yes, generate new voucher' }))
  const alert = await screen.findByRole('alertdialog', { name: 'Voucher generated successfully' })
  expect(alert.textContent).not.toContain('not posted yet')
  expect(within(alert).queryByRole('button', { name: 'Post them now' })).toBeNull()
  await page.user.click(within(alert).getByRole('button', { name: 'OK' }))
})
