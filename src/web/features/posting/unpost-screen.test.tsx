import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { insertMoreChildren } from '#test/more-children.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

/** Three children with vouchers of October and November posted; a fourth is admitted in November. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const september = await school.as('office@main.test')
  await admit(september, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(september, { studentData: { studentName: 'Bilal Ahmed', studentClass: 'Prep' } })
  await admit(september, { studentData: { studentName: 'Sana Tariq', studentClass: '7' } })
  school.now = new Date('2026-11-21T09:00:00+05:00')
  const office = await school.as('office@main.test')
  await generateAndPost(office, 'Main Campus', '2026-10-01')
  await admit(office, {
    studentData: { studentName: 'Zara Malik' },
    financialData: { feePeriod: '2026-11-01 to 2026-11-30' },
  })
  await generateAndPost(office, 'Main Campus', '2026-11-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const months = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
const unpost = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Unpost vouchers' })
const nothing = 'No posted vouchers found for the selected month.'

const pay = async (voucherNo: string, payload: object) => {
  const desk = await school.as('desk@main.test')
  await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, payload)
}

/** Receives 4,500 on one voucher, and takes the receipt of another voucher back. */
async function receive() {
  await pay('5Red1-202611', { receivedAmount: 4500 })
  await pay('PrepRed2-202611', { receivedAmount: 4000 })
  await pay('PrepRed2-202611', { receivedAmount: 0, editedBy: 'desk@main.test', reason: 'Wrong child' })
}

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/unpost-vouchers', 'office@main.test')
  await screen.findByRole('heading', { name: 'Unpost vouchers' })
  await screen.findByRole('option', { name: /October/ })
  return page
}

const closeAlert = async ({ user }: OpenScreen, name: string) => {
  const alert = await screen.findByRole('alertdialog', { name })
  const words = alert.textContent
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  return words
}

describe('unposting a month', () => {
  test('offers the months with vouchers to unpost, requires a choice, and reports that another clerk was quicker', async () => {
    covers('spec 5.posting.unpost-month', 'spec 5.posting.nothing-listed', 'spec 5.posting.months')
    covers('spec 8.posting.no-posted', 'spec 8.posting.failed-posted')

    const page = await open()
    expect([...months().options].map(({ text }) => text)).toEqual([
      'Select a month',
      'October 2026 (3 to unpost)',
      'November 2026 (3 to unpost)',
      'December 2026',
    ])
    expect(unpost().disabled).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Show vouchers' }))
    await closeAlert(page, 'Please select a month.')
    await waitFor(() => expect(document.activeElement).toBe(months()))
    await page.user.selectOptions(months(), '12')
    await screen.findByText(nothing)
    expect(unpost().disabled).toBe(true)

    page.network.isDown = true
    await page.user.selectOptions(months(), '11')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Failed to get posted vouchers')
    expect(unpost().disabled).toBe(true)
    page.network.isDown = false
    await page.user.click(within(notice).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('table', { name: 'Vouchers of November 2026 to unpost' })

    // Another clerk is quicker.
    await page.user.selectOptions(months(), '10')
    await screen.findByRole('table', { name: 'Vouchers of October 2026 to unpost' })
    await (await school.as('desk@main.test')).post('/finances/unpostVouchers/Main%20Campus/10')
    await page.user.click(unpost())
    await closeAlert(page, nothing)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await screen.findByText(nothing)
  })

  test('unposts the listed vouchers, and names the vouchers that stay posted with the reason', async () => {
    covers('spec 1.jobs.unpost', 'spec 2.routes.unpost-vouchers', 'spec 4.voucher.posted')
    covers('spec 8.posting.unposted')

    await receive()
    const page = await open()
    await page.user.selectOptions(months(), '11')
    const table = await screen.findByRole('table', { name: 'Vouchers of November 2026 to unpost' })
    expect(within(table).getByRole('row', { name: /^1 voucher/ }).textContent).toBe(
      '1 voucher4,5004,5009,000',
    )
    within(table).getByRole('row', { name: /7Red3-202611/ })

    screen.getByText('3 vouchers of November 2026 stay posted.')
    const staying = screen.getByRole('table', { name: 'Vouchers that stay posted' })
    const why = (voucherNo: RegExp) =>
      within(within(staying).getByRole('row', { name: voucherNo }))
        .getAllByRole('cell')
        .at(-1)?.textContent
    expect(why(/5Red1-202611/)).toBe('Rs 4,500 was received on it')
    expect(why(/PrepRed2-202611/)).toBe('It, or the voucher that it replaced, had a receipt')
    expect(why(/5Red4adm/)).toBe('Admission vouchers always stay posted')

    await page.user.click(unpost())
    expect(await closeAlert(page, 'Vouchers Unposted Successfully')).toContain(
      '1 voucher of November 2026 is unposted.',
    )
    await screen.findByText('No voucher of November 2026 can be unposted.')
    expect(unpost().disabled).toBe(true)
    expect(document.activeElement).toBe(months())
    const unposted = school.db.selectFrom('vouchers').select('voucher_no').where('posted', '=', false)
    expect(await unposted.execute()).toEqual([{ voucher_no: '7Red3-202611' }])
  })

  test('asks for confirmation before twenty or more vouchers are unposted; Cancel leaves them posted', async () => {
    await insertMoreChildren(school.db, 17)
    await generateAndPost(await school.as('office@main.test'), 'Main Campus', '2026-12-01')
    const page = await open()
    await page.user.selectOptions(months(), '12')
    await screen.findByRole('table')
    await page.user.click(unpost())
    const question = await screen.findByRole('alertdialog', {
      name: 'Unpost 21 vouchers of December 2026?',
    })
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(unpost().disabled).toBe(false)
    await page.user.click(unpost())
    await screen.findByRole('alertdialog', { name: 'Unpost 21 vouchers of December 2026?' })
    await page.user.keyboard('{Enter}')
    expect(await closeAlert(page, 'Vouchers Unposted Successfully')).toContain(
      '21 vouchers of December 2026 are unposted.',
    )
  })
})
