import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { insertMoreChildren } from '#test/more-children.ts'
import { failCalls, holdAnswers } from '#test/page-calls.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

/** Three children admitted in September; Ayesha's September is paid, as every admission is. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const office = await school.as('office@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Ahmed', 'Sana Malik']) {
    await admit(office, { studentData: { studentName } })
  }
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const generate = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate vouchers' })
const monthly = () =>
  school.db.selectFrom('vouchers').selectAll().where('kind', '=', 'monthly').orderBy('roll_no').execute()

const outlook = (month: string) => screen.findByRole('region', { name: `Vouchers for ${month}` })
const figure = (preview: HTMLElement, name: string) =>
  [...preview.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling
    ?.textContent

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/generate-voucher/campus', 'office@main.test')
  await screen.findByRole('heading', { name: 'Generate campus vouchers' })
  return page
}

async function type({ user }: OpenScreen, label: string, text: string): Promise<void> {
  await user.clear(field(label))
  await user.click(field(label))
  await user.paste(text)
}

async function run({ user }: OpenScreen): Promise<void> {
  await waitFor(() => expect(generate().disabled).toBe(false))
  await user.click(generate())
}

const closeAlert = async ({ user }: OpenScreen, name: string) => {
  const alert = await screen.findByRole('alertdialog', { name })
  const words = alert.textContent
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  return words
}

describe('the vouchers of a campus', () => {
  test('are previewed, generated and confirmed; then the screen goes back', async () => {
    covers('spec 1.jobs.generate-campus', 'spec 2.routes.generate-campus', 'spec 5.generation.campus-dates')
    covers('spec 8.generation.succeeded')

    const page = await open()
    const preview = await outlook('November 2026')
    within(preview).getByRole('heading', { name: '3 students get vouchers for November 2026' })
    expect(figure(preview, 'November fee')).toBe('13,500')
    expect(figure(preview, 'Arrears from before')).toBe('0')
    expect(figure(preview, 'Net receivable')).toBe('13,500')
    within(preview).getByText('All students included.')
    const classes = within(preview).getByRole('table', { name: 'By class' })
    expect(within(classes).getByRole('row', { name: /^5/ }).textContent).toBe('5313,500013,500Sample')
    const sample = await within(preview).findByRole('region', { name: 'Sample voucher' })
    within(sample).getByRole('heading', { name: 'Sample voucher 5Red1-202611' })
    within(sample).getByRole('row', { name: /^Net Receivable.*4,500/ })
    expect(field('Fee Period from').value).toBe('01/11/2026')
    expect(field('Fee Period to').value).toBe('30/11/2026')
    expect(field('Issue Date').value).toBe('21/11/2026')
    expect(field('Due Date').value).toBe('01/12/2026')

    await type(page, 'Note', 'Fees are due by the first.')
    await run(page)
    expect(await closeAlert(page, 'Vouchers generated successfully')).toContain('3 generated, 0 skipped.')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await screen.findByText('3 November vouchers are not posted yet')
    expect(await monthly()).toMatchObject(
      [1, 2, 3].map((rollNo) => ({
        voucher_no: `5Red${rollNo}-202611`,
        period_from: '2026-11-01',
        period_to: '2026-11-30',
        issue_date: '2026-11-21',
        due_date: '2026-12-01',
        note: 'Fees are due by the first.',
        posted: false,
      })),
    )
  })

  test('are generated after an early press once the figures have loaded, and not if they fail to load', async () => {
    const page = await openScreen(school, '/generate-voucher/campus', 'office@main.test')
    const release = holdAnswers('campusVoucherPreview')
    await screen.findByText('Counting the vouchers to be generated')
    await page.user.click(generate())
    await page.user.click(generate())
    expect(await monthly()).toEqual([])
    release()
    expect(await closeAlert(page, 'Vouchers generated successfully')).toContain('3 generated, 0 skipped.')
    expect(await monthly()).toHaveLength(3)

    await page.goTo('/generate-voucher/campus')
    failCalls('campusVoucherPreview/Main%20Campus/2026-12', 500, { msg: 'Something broke' })
    const releaseNext = holdAnswers('campusVoucherPreview/Main%20Campus/2026-12')
    await page.user.click(await screen.findByRole('button', { name: 'December 2026' }))
    await screen.findByText('Counting the vouchers to be generated')
    await page.user.click(generate())
    releaseNext()
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await monthly()).toHaveLength(3)
  })

  test('are not generated for the month that was left after an early press', async () => {
    const page = await open()
    const choose = (month: string) => page.user.click(screen.getByRole('button', { name: month }))
    await outlook('November 2026')
    await choose('December 2026')
    await outlook('December 2026')
    const release = holdAnswers('campusVoucherPreview/Main%20Campus/2026-11')
    await choose('November 2026')
    await page.user.click(generate())
    await choose('December 2026')
    release()
    await waitFor(() => expect(page.queries.isFetching()).toBe(0))
    await run(page)
    await closeAlert(page, 'Vouchers generated successfully')
    expect((await monthly()).map(({ month }) => month)).toEqual([12, 12, 12])
  })

  test('skip students who have one, and need a confirmation if they are many', async () => {
    await admit(await school.as('office@main.test'), { studentData: { studentName: 'Zainab Iqbal' } })
    await insertMoreChildren(school.db, 20)
    const page = await open()
    const preview = await outlook('November 2026')
    within(preview).getByText('1 student already has a voucher for November 2026.')
    const row = within(preview).getByRole('row', { name: /Zainab Iqbal/ })
    expect(row.textContent).toContain('5Red4adm')
    expect(row.textContent).toContain('Admission voucher covers the month')
    const named = within(row).getByRole('link', { name: 'Zainab Iqbal' })
    expect(named.getAttribute('href')).toBe('/student?roll=4')

    await run(page)
    const question = await screen.findByRole('alertdialog', {
      name: 'Generate 23 vouchers for November 2026?',
    })
    expect(question.textContent).toContain('November fee 103,500, arrears 0, net 103,500.')
    expect(question.textContent).toContain('Issued 21 Nov 2026, due 1 Dec 2026.')
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await monthly()).toHaveLength(0)
    await run(page)
    const again = await screen.findByRole('alertdialog')
    await page.user.click(within(again).getByRole('button', { name: 'Generate vouchers' }))
    expect(await closeAlert(page, 'Vouchers generated successfully')).toContain('23 generated, 1 skipped.')
    expect(await monthly()).toHaveLength(23)
  })

  test('are not generated twice if another clerk was quicker; the vouchers of another month take over the unpaid balance', async () => {
    covers('spec 8.generation.failed')

    const page = await open()
    await outlook('November 2026')
    await (
      await school.as('desk@main.test')
    ).post('/finances/generateVoucher/campus/Main%20Campus', {
      fromDate: '2026-11-01',
    })
    await run(page)
    await closeAlert(page, 'Voucher already exists for this month')
    await screen.findByRole('heading', { name: 'All students have a November 2026 voucher' })
    expect(page.path()).toBe('/generate-voucher/campus')
    expect(await monthly()).toHaveLength(3)
    expect(generate().disabled).toBe(true)

    await page.user.click(screen.getByRole('button', { name: 'December 2026' }))
    expect(field('Fee Period from').value).toBe('01/12/2026')
    expect(field('Fee Period to').value).toBe('31/12/2026')
    const preview = await outlook('December 2026')
    expect(figure(preview, 'Arrears from before')).toBe('13,500')
    expect(figure(preview, 'Net receivable')).toBe('27,000')
    await run(page)
    await closeAlert(page, 'Vouchers generated successfully')
    expect((await monthly()).map(({ voucher_no }) => voucher_no)).toContain('5Red1-202612')
  })
})

describe('a failed generation', () => {
  test('marks a missing date, loses nothing typed without a connection, and succeeds at the next try', async () => {
    covers('spec 8.generation.error')

    const page = await open()
    await outlook('November 2026')
    await type(page, 'Due Date', '')
    await run(page)
    await closeAlert(page, 'Please fill all the fields')
    await waitFor(() => expect(document.activeElement).toBe(field('Due Date')))
    expect(await monthly()).toHaveLength(0)

    await type(page, 'Due Date', '10/12/2026')
    page.network.isDown = true
    await run(page)
    await page.stopTrying()
    expect(await closeAlert(page, 'An error occurred')).toContain('What you typed is kept.')
    page.network.isDown = false
    expect(field('Due Date').value).toBe('10/12/2026')
    await run(page)
    await closeAlert(page, 'Vouchers generated successfully')
    expect(await monthly()).toHaveLength(3)
  })
})

test('a read-only role is redirected to the dashboard', async () => {
  const page = await openScreen(school, '/generate-voucher/campus', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
