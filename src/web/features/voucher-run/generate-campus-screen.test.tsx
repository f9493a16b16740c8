import { covers } from '#test/covers.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

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
const figure = (told: HTMLElement, name: string) =>
  [...told.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling?.textContent

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/generate-voucher/campus', 'office@main.test')
  await screen.findByRole('heading', { name: 'Generate campus vouchers' })
  return page
}

async function type({ user }: OpenScreen, label: string, date: string): Promise<void> {
  await user.clear(field(label))
  await user.click(field(label))
  await user.paste(date)
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
  test('previews the figures, generates the vouchers, confirms it and goes back', async () => {
    covers('spec 1.jobs.generate-campus', 'spec 2.routes.generate-campus', 'spec 5.generation.campus-dates')
    covers('spec 8.generation.succeeded')

    const page = await open()
    const told = await outlook('November 2026')
    within(told).getByRole('heading', { name: '3 students get vouchers for November 2026' })
    expect(figure(told, 'November fee')).toBe('13,500')
    expect(figure(told, 'Arrears from before')).toBe('0')
    expect(figure(told, 'Net receivable')).toBe('13,500')
    within(told).getByText('All students included.')
    const classes = within(told).getByRole('table', { name: 'By class' })
    expect(within(classes).getByRole('row', { name: /^5/ }).textContent).toBe('5313,500013,500Sample')
    const sample = await within(told).findByRole('region', { name: 'Sample voucher' })
    within(sample).getByRole('heading', { name: 'Sample voucher 5Red1-202611' })
    within(sample).getByRole('row', { name: /^Net Receivable.*4,500/ })
    expect(field('Fee Period from').value).toBe('01/11/2026')
    expect(field('Fee Period to').value).toBe('30/11/2026')
    expect(field('Issue Date').value).toBe('21/11/2026')
    expect(field('Due Date').value).toBe('01/12/2026')

    await page.user.type(field('Note'), 'Fees are due by the first.')
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

  test('pass over who has one already, by name and with the voucher', async () => {
    await admit(await school.as('office@main.test'), { studentData: { studentName: 'Zainab Iqbal' } })
    const page = await open()
    const told = await outlook('November 2026')
    within(told).getByText('1 student already has a voucher for November 2026.')
    const row = within(told).getByRole('row', { name: /Zainab Iqbal/ })
    expect(row.textContent).toContain('5Red4adm')
    expect(row.textContent).toContain('Admission voucher covers the month')
    const named = within(row).getByRole('link', { name: 'Zainab Iqbal' })
    expect(named.getAttribute('href')).toBe('/student?roll=4')

    await run(page)
    expect(await closeAlert(page, 'Vouchers generated successfully')).toContain('3 generated, 1 skipped.')
  })

  test('of another month take over what is unpaid', async () => {
    await (
      await school.as('office@main.test')
    ).post('/finances/generateVoucher/campus/Main%20Campus', {
      fromDate: '2026-11-01',
    })
    const page = await open()
    within(await outlook('November 2026')).getByRole('heading', {
      name: 'All students have a November 2026 voucher',
    })
    expect(generate().disabled).toBe(true)

    await page.user.click(screen.getByRole('button', { name: 'December 2026' }))
    expect(field('Fee Period from').value).toBe('01/12/2026')
    expect(field('Fee Period to').value).toBe('31/12/2026')
    const told = await outlook('December 2026')
    expect(figure(told, 'Arrears from before')).toBe('13,500')
    expect(figure(told, 'Net receivable')).toBe('27,000')
    await run(page)
    await closeAlert(page, 'Vouchers generated successfully')
    expect((await monthly()).map(({ voucher_no }) => voucher_no)).toContain('5Red1-202612')
  })

  test('are not generated twice where another clerk was quicker', async () => {
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
  })

  test('are asked about once more where they are many', async () => {
    const office = await school.as('office@main.test')
    school.now = new Date('2026-10-05T09:00:00+05:00')
    for (let more = 0; more < 20; more += 1) await admit(office)
    school.now = new Date('2026-11-21T09:00:00+05:00')
    const page = await open()
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
    await closeAlert(page, 'Vouchers generated successfully')
    expect(await monthly()).toHaveLength(23)
  })
})

describe('what goes wrong', () => {
  test('a missing date is marked and nothing is generated', async () => {
    const page = await open()
    await outlook('November 2026')
    await type(page, 'Due Date', '')
    await run(page)
    await closeAlert(page, 'Please fill all the fields')
    await waitFor(() => expect(document.activeElement).toBe(field('Due Date')))
    expect(await monthly()).toHaveLength(0)
  })

  test('without a connection nothing typed is lost, and the next try succeeds', async () => {
    covers('spec 8.generation.error')

    const page = await open()
    await outlook('November 2026')
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

test('a role that may only read is sent to the dashboard', async () => {
  const page = await openScreen(school, '/generate-voucher/campus', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
