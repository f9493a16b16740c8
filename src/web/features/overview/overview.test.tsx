import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const opening = openSchool()
let school: TestSchool
beforeAll(async () => {
  school = await opening
})
afterEach(cleanup)
afterAll(async () => (await opening)[Symbol.asyncDispose]())

/** Two children were admitted in October; one of them has paid a part of November, to the desk. */
async function fillBooks() {
  const desk = await school.as('desk@main.test')
  const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
  await admit(desk, { ...october, studentData: { studentName: 'Ayesha Khan' } })
  await admit(desk, { ...october, studentData: { studentName: 'Bilal Ahmed', studentClass: 'Prep' } })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611', {
    receivedAmount: 1500,
  })
}

const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) })
const linkOf = async (name: string) => {
  const link = await card(name)
  return [link.textContent, link.getAttribute('href')]
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('the overview of books that are kept', () => {
  beforeAll(async () => {
    await school.reset()
    await fillBooks()
  })

  test('every figure has a name and links to its list; the clerk sees the charts of the day', async () => {
    await openScreen(school, '/dashboard', 'desk@main.test')
    // Two admissions of 7,500 were received today as well.
    expect(await linkOf('Received today')).toEqual([
      'Received todayRs 16,5003 receipts · yours 3, Rs 16,500Yesterday Rs 0',
      '/fee-received?preset=today&kind=all',
    ])
    expect(await linkOf('November fees collected')).toEqual([
      'November fees collected17 %1,500 of 9,000 billed for November',
      '/collection?month=2026-11&kind=all',
    ])
    expect(await linkOf('Overdue')).toEqual([
      'OverdueRs 0Nothing is overdue',
      '/net-receivables?class=all&from=&kind=all&sort=-netBalance&facet=overdue',
    ])
    // A child who also owes an overdue month is not among the rows of the facet, so the card links to the whole list.
    expect(await linkOf('Not due yet')).toEqual([
      'Not due yetRs 7,500November, due 1 Dec',
      '/net-receivables?class=all&from=&kind=all&sort=-netBalance',
    ])
    screen.getByText('21 Nov 2026 · 2 students')
    await screen.findByRole('region', { name: 'How old the overdue is' })
    expect(titles()).toEqual([
      'Admissions',
      'To do',
      'Received by day, November 2026',
      'Last receipts',
      'How old the overdue is',
      'Received by',
    ])
  })

  test('the accountant sees the month by class, with the figures of the cards in the total, and the charts of the month', async () => {
    const { user } = await openScreen(school, '/dashboard', 'office@main.test')
    const chart = await screen.findByRole('region', { name: 'November by class' })
    expect(titles().slice(2)).toEqual([
      'Received by day, November 2026',
      'Last receipts',
      'Received by',
      'November by class',
      'How old the overdue is',
    ])
    const rows = within(within(chart).getByRole('table')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ClassShareCollectedReceivedBilledOverdue',
      'Prep0 %04,5000',
      '533 %1,5004,5000',
      'All17 %1,5009,0000',
    ])
    const link = within(chart).getByRole('link', { name: '5' })
    expect(link.getAttribute('href')).toBe('/fee-record?class=5&month=2026-11&kind=all')
    const receivers = screen.getByRole('region', { name: 'Received by' })
    expect(within(receivers).getByRole('list').textContent).toBe('desk clerk16,500')
    await user.click(within(receivers).getByRole('radio', { name: 'Today' }))
    expect(within(receivers).getByRole('list').textContent).toBe('desk clerk16,500')
  })

  test('the principal sees the charts of the year, each one Tab stop with arrow keys, and another month on request', async () => {
    const { user } = await openScreen(school, '/dashboard', 'viewer@main.test')
    const chart = await screen.findByRole('region', { name: 'Charged and received by month' })
    expect(titles().slice(1)).toEqual([
      'Charged and received by month',
      'How old the overdue is',
      'To do',
      'Students at school',
      'November by class',
      'Largest dues',
    ])
    // October has the charges of the admissions, which were received in November.
    const bars = within(
      within(chart).getByRole('group', { name: 'Charged and received by month' }),
    ).getAllByRole('link')
    expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.tabIndex])).toEqual([
      ['October 2026: charged 15,000, received 0', 0],
      ['November 2026: charged 9,000, received 16,500', -1],
    ])
    bars[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect([document.activeElement, bars[1]?.tabIndex]).toEqual([bars[1], 0])
    await user.click(screen.getByRole('radio', { name: 'October' }))
    expect((await linkOf('October fees collected'))[0]).toBe(
      'October fees collected100 %15,000 of 15,000 billed for October',
    )
    await screen.findByRole('region', { name: 'October by class' })
  })

  test('does not show the guide to setting up', async () => {
    await openScreen(school, '/dashboard', 'admin@main.test')
    const requestedUrls: string[] = []
    const joined = globalThis.fetch
    globalThis.fetch = async (to, init) => {
      if (typeof to === 'string') requestedUrls.push(to)
      return joined(to, init)
    }
    await screen.findByRole('region', { name: 'How old the overdue is' })
    await card('Overdue')
    globalThis.fetch = joined
    expect(requestedUrls.some((url) => url.includes('campusOverview'))).toBe(true)
    expect(requestedUrls.filter((url) => url.includes('setUpState'))).toEqual([])
  })

  test('keeps the rest of the dashboard if the figures cannot be read, and reads them again on request', async () => {
    const { user } = await openScreen(school, '/change-password', 'desk@main.test')
    await screen.findByRole('heading', { level: 1 })
    const joined = globalThis.fetch
    globalThis.fetch = async (to, init) =>
      typeof to === 'string' && to.includes('campusOverview')
        ? Response.json({ code: 'internal', msg: 'Something went wrong', errors: [] }, { status: 500 })
        : joined(to, init)
    await user.click(await screen.findByRole('link', { name: 'Dashboard' }))
    const notice = await screen.findByRole('alert')
    for (const name of [
      'To do',
      'Received by day',
      'Last receipts',
      'How old the overdue is',
      'Received by',
    ]) {
      expect(
        within(screen.getByRole('region', { name })).getByRole('button', { name: 'Try again' }),
      ).toBeTruthy()
    }
    globalThis.fetch = joined
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect((await card('Not due yet')).textContent).toContain('Rs 7,500')
  })

  // This test is the last, because it changes the books and the day.
  test('the last receipts can be printed again and corrected', async () => {
    school.now = new Date('2026-11-22T09:00:00+05:00')
    const desk = await school.as('desk@main.test')
    await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/PrepRed2-202611', {
      receivedAmount: 500,
    })
    const { user } = await openScreen(school, '/dashboard', 'desk@main.test')
    const receipts = await screen.findByRole('region', { name: 'Last receipts' })
    const rows = within(receipts).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '4Bilal Ahmed Prep Red09:00500',
      '3Ayesha Khan 5 Red21 Nov 20261,500',
      '2Bilal Ahmed Prep Red21 Nov 20267,500',
      '1Ayesha Khan 5 Red21 Nov 20267,500',
    ])
    const correct = within(receipts).getByRole('link', { name: 'Correct receipt 3' })
    expect(correct.getAttribute('href')).toBe('/receipts/individual/edit?voucher=5Red1-202611')
    await user.click(within(receipts).getByRole('button', { name: 'Print receipt 3' }))
    const slip = await screen.findByRole('article', { name: 'Receipt 3' })
    expect(slip.textContent).toContain('DUPLICATE')
  })
})

describe('the overview of a new campus', () => {
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
  })

  const guide = () => screen.findByRole('region', { name: 'Set up this campus' })
  const steps = async () =>
    within(await guide())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('guides an admin through the steps on a campus without students, and tells other users who does them', async () => {
    await openScreen(school, '/dashboard', 'admin@main.test')
    const links = within(await guide()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Set the fee plan', '/fee-plan'],
      ['Import your students from Excel', '/import'],
      ['admit the first by hand', '/new-admissions'],
      ['Generate the first month', '/generate-voucher/campus'],
      ['Post and print', '/post-vouchers'],
      ['Add the other users', '/users'],
    ])
    expect(screen.queryByText('Overdue')).toBeNull()
    for (const userId of ['desk@main.test', 'viewer@main.test']) {
      cleanup()
      await openScreen(school, '/dashboard', userId)
      await screen.findByText('No student yet')
      screen.getByText('An admin brings them in.')
      screen.getByText('Nothing to do.')
      expect(screen.queryByRole('region', { name: 'Set up this campus' })).toBeNull()
    }
  })

  test('the completed steps are ticked, next to the figures, until the first month is posted', async () => {
    const admin = await school.as('admin@main.test')
    await admin.post('/admissions/saveFeePlan/Main%20Campus', {
      classes: [{ studentClass: '5', monthlyFee: 4500 }],
    })
    await admit(admin, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    const { queries } = await openScreen(school, '/dashboard', 'admin@main.test')
    expect(await linkOf('Received today')).toBeTruthy()
    await screen.findByText('1 of 14 classes')
    expect((await steps()).slice(0, 3)).toEqual([
      expect.stringMatching(/^Set the fee plan \(done\).*1 of 14 classes$/),
      expect.stringMatching(/^Import your students from Excel \(done\).*1 student$/),
      expect.stringMatching(/^3Generate the first month(?! \(done\))/),
    ])
    expect(
      within(await guide())
        .getAllByRole('listitem')[2]
        ?.getAttribute('aria-current'),
    ).toBe('step')

    await admin.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    await queries.invalidateQueries()
    await waitFor(async () => expect((await steps())[2]).toMatch(/^Generate the first month \(done\)/))
    await admin.post('/finances/postVouchers/Main%20Campus/11')
    await queries.invalidateQueries()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up this campus' })).toBeNull())
    expect(await linkOf('Overdue')).toBeTruthy()
  })
})
