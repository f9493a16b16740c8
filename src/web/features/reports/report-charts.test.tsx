import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill } from '#test/form-fields.ts'
import { ayeshaAndBilal, openReport } from '#test/report-screen.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'

let school: TestSchool
/** The voucher on which 2,000 of 4,500 were received. */
let partlyPaidNo: string

beforeAll(async () => {
  school = await openSchool()
  const { ayesha } = await ayeshaAndBilal(school)
  partlyPaidNo = `5Red${ayesha}-202611`
})
afterAll(async () => school[Symbol.asyncDispose]())

/** Opens the chart of a report; `lines` reads the rows of its table. */
async function chartOf(path: string, title: string, button: string, chart: string) {
  const page = await openReport(school, path, title)
  await page.press(button)
  await screen.findAllByRole('table')
  expect(screen.queryByRole('region', { name: chart })).toBeNull()
  await page.press('View')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Chart' }))
  await page.user.keyboard('{Escape}')
  await screen.findByRole('region', { name: chart })
  const card = () => within(screen.getByRole('region', { name: chart }))
  const lines = () =>
    card()
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  return { ...page, card, lines }
}

test('the fee record shows the amounts received and owed by class, and a class links to its vouchers', async () => {
  const page = await chartOf(
    '/fee-record',
    'Fee record',
    'Generate Report for Regular',
    'Received and owed by class',
  )
  // The November vouchers are 4,500, of which 2,000 were received, and 5,000.
  expect(page.lines()).toEqual([
    ['5', '1', '2,000', '2,500'],
    ['6', '1', '0', '5,000'],
  ])
  expect(page.search()).toContain('chart=1')
  const link = page.card().getByText('6', { selector: '[role=rowheader] a' })
  expect(link.getAttribute('href')).toMatch(/^\/fee-record\?class=6&.*kind=admitted.*chart=1/)
  fill({ 'Find by name or number': 'Bilal' })
  await waitFor(() => expect(page.lines()).toEqual([['6', '1', '0', '5,000']]))
})

test("the Fee received chart shows each day's total net of reversals", async () => {
  const page = await chartOf('/fee-received', 'Fee received', 'Generate Report for both', 'Received by day')
  const total = () => {
    expect(page.lines().map(([day]) => day)).toEqual(['21 Nov 2026'])
    const amountText = page.lines()[0]?.[1] ?? ''
    page.card().getByText(`Rs ${amountText}`)
    return Number(amountText.replaceAll(',', ''))
  }
  const before = total()
  const desk = await school.as('desk@main.test')
  const { status } = await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/' + partlyPaidNo, {
    receivedAmount: 1500,
    editedBy: 'desk',
    reason: 'Miscounted',
  })
  expect(status).toBe(200)
  await act(() => page.queries.invalidateQueries())
  await page.press('Generate Report for both')
  await waitFor(() => expect(total()).toBe(before - 500))
})

test('Net Receivables shows the dues by months owed, and `chart=1` in the URL opens the chart', async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk, { studentData: { studentName: 'Chanda Bibi' } })
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
  await desk.post('/finances/postVouchers/Main%20Campus/12')
  await openReport(school, '/net-receivables?from=&kind=admitted&chart=1', 'Net Receivables')
  const card = within(await screen.findByRole('region', { name: 'Age of dues' }))
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'One month · 1 student4,500',
    'Two months · 2 students17,500',
    'Three months or more · 0 students0',
  ])
  card.getByText('Rs 22,000, 3 students')
})
