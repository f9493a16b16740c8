import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

/** Two children admitted in September, with vouchers for October and November that wait to be posted. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const office = await school.as('office@main.test')
  await admit(office, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(office, { studentData: { studentName: 'Bilal Ahmed', studentClass: 'Prep' } })
  for (const fromDate of ['2026-10-01', '2026-11-01']) {
    await office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
  }
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

const months = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
const post = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post vouchers' })
const unposted = () =>
  school.db
    .selectFrom('vouchers')
    .select('voucher_no')
    .where('posted', '=', false)
    .orderBy('roll_no')
    .execute()
const nothing = 'No unposted vouchers found for the selected month.'

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/post-vouchers', 'office@main.test')
  await screen.findByRole('heading', { name: 'Post vouchers' })
  await screen.findByRole('option', { name: /October/ })
  return page
}

const closeAlert = async ({ user }: OpenScreen, name: string) => {
  const alert = await screen.findByRole('alertdialog', { name })
  const words = alert.textContent
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  return words
}

describe('posting a month', () => {
  test('offers the months up to December and earlier months with vouchers, requires a choice, and shows only that month', async () => {
    covers('spec 5.posting.months', 'decisions 3.months.earlier', 'spec 5.posting.month')
    covers('spec 5.posting.nothing-listed', 'spec 8.posting.failed-unposted')

    const page = await open()
    expect([...months().options].map(({ text }) => text)).toEqual([
      'Select a month',
      'October 2026 (2 to post)',
      'November 2026 (2 to post)',
      'December 2026',
    ])
    expect(months().value).toBe('')
    expect(post().disabled).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Show vouchers' }))
    await closeAlert(page, 'Please select a month.')
    await waitFor(() => expect(document.activeElement).toBe(months()))

    await page.user.selectOptions(months(), '11')
    await screen.findByRole('table', { name: 'Vouchers of November 2026 to post' })
    await page.user.selectOptions(months(), '12')
    expect(screen.queryByRole('table')).toBeNull()
    expect(post().disabled).toBe(true)
    await screen.findByText(nothing)

    // Without a connection the vouchers cannot be loaded; they are loaded on request.
    page.network.isDown = true
    await page.user.selectOptions(months(), '10')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Failed to get unposted vouchers')
    expect(post().disabled).toBe(true)
    page.network.isDown = false
    await page.user.click(within(notice).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('table', { name: 'Vouchers of October 2026 to post' })
  })

  test('lists the vouchers with their count and sums, posts them, and reloads afterwards', async () => {
    covers('spec 1.jobs.post', 'spec 2.routes.post-vouchers', 'spec 5.posting.nothing-listed')
    covers('spec 5.posting.month-numbers', 'spec 8.posting.posted')

    const page = await open()
    await page.user.selectOptions(months(), '11')
    const table = await screen.findByRole('table', { name: 'Vouchers of November 2026 to post' })
    const row = within(table).getByRole('row', { name: /Ayesha Khan/ })
    const cells = within(row).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '5Red1-202611',
      'Ayesha Khan',
      'Imran Khan',
      '5',
      'Red',
      '1',
      '4,500',
      '4,500',
      '9,000',
    ])
    const named = within(row).getByRole('link', { name: 'Ayesha Khan' })
    expect(named.getAttribute('href')).toBe('/student?roll=1')
    expect(within(table).getByRole('row', { name: /^2 vouchers/ }).textContent).toBe(
      '2 vouchers9,0009,00018,000',
    )

    screen.getByText('Class Prep: 1 · Class 5: 1')
    await page.user.click(post())
    expect(await closeAlert(page, 'Vouchers Posted Successfully')).toContain(
      '2 vouchers of November 2026 are posted.',
    )
    await screen.findByText(nothing)
    expect(post().disabled).toBe(true)
    expect(document.activeElement).toBe(months())
    await screen.findByRole('option', { name: 'November 2026' })
    expect(await unposted()).toEqual([{ voucher_no: '5Red1-202610' }, { voucher_no: 'PrepRed2-202610' }])

    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('2 October vouchers are not posted yet')
    expect(screen.queryByText(/November 2026 voucher/)).toBeNull()
  })

  test('reports that another clerk was quicker, and offers to print the vouchers just posted', async () => {
    covers('spec 8.posting.no-unposted')

    const page = await open()
    await page.user.selectOptions(months(), '10')
    await screen.findByRole('table')
    await (await school.as('desk@main.test')).post('/finances/postVouchers/Main%20Campus/10')
    await page.user.click(post())
    await closeAlert(page, nothing)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())

    await page.user.selectOptions(months(), '11')
    await screen.findByRole('table')
    await page.user.click(post())
    const alert = await screen.findByRole('alertdialog', { name: 'Vouchers Posted Successfully' })
    await page.user.click(within(alert).getByRole('button', { name: 'Print them' }))
    await waitFor(() => expect(page.path()).toBe('/print-vouchers'))
    const table = await screen.findByRole('table')
    within(table).getByRole('row', { name: /5Red1-202611/ })
    within(table).getByRole('row', { name: /PrepRed2-202611/ })
  })
})

test('a read-only role is redirected to the dashboard', async () => {
  const page = await openScreen(school, '/post-vouchers', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
