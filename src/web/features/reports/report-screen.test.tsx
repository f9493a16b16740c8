import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { fill } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

describe('a report', () => {
  let school: TestSchool

  const open = async () => {
    const page = await openScreen(school, '/fee-record', 'viewer@main.test')
    await screen.findByRole('heading', { level: 1, name: 'Fee record' })
    const { fetch } = globalThis
    const requests: string[] = []
    globalThis.fetch = (input, init) => {
      if (typeof input === 'string') requests.push(input)
      return fetch(input, init)
    }
    const countLoads = () => requests.filter((url) => url.includes('getAllVouchers')).length
    const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
    /** Goes to the dashboard by the header, and back to the report by its link. */
    const leaveAndReturn = async () => {
      await page.user.click(screen.getByRole('link', { name: 'Green Valley School' }))
      await page.user.click(await screen.findByRole('tab', { name: 'Monthly fee reports' }))
      await page.user.click(screen.getByRole('link', { name: 'Total fee record' }))
      await screen.findByRole('heading', { level: 1, name: 'Fee record' })
    }
    return { ...page, press, leaveAndReturn, countLoads }
  }

  const openAt = async (address: string) => {
    const page = await openScreen(school, address, 'viewer@main.test')
    await screen.findByRole('heading', { level: 1, name: 'Fee record' })
    return page
  }

  beforeAll(async () => {
    school = await openSchool()
    const desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  test('is shown again, with the same filters, after a visit to a student or to another screen, and is not requested again, even without rows', async () => {
    const { user, press, leaveAndReturn, countLoads } = await open()
    await user.selectOptions(screen.getByLabelText('Class'), '5')
    await press('Generate Report for both')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    const [name] = screen.getAllByRole('link', { name: 'Ayesha Khan' })
    if (name) await user.click(name)
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    await user.keyboard('{Escape}')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    await leaveAndReturn()
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('5')
    // The rows of the last load are kept while nothing is changed.
    const loads = countLoads()
    await leaveAndReturn()
    expect(countLoads()).toBe(loads)

    await user.selectOptions(screen.getByLabelText('Class'), '9')
    await press('Generate Report for Regular')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    await user.keyboard('{Enter}')
    await leaveAndReturn()
    expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('9')
    expect(countLoads()).toBe(loads + 1)
  })

  test('starts automatically if its address names the kind of students, is narrowed to a state, and stores the choices there', async () => {
    const { user, search } = await openAt('/fee-record?class=5&from=2026-11-01&kind=all')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('5')
    const states = within(screen.getByRole('group', { name: 'Status' }))
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 2',
      'Paid 1',
      'Not due yet 1',
    ])
    await user.click(states.getByRole('button', { name: 'Not due yet 1' }))
    screen.getByText('1 voucher of 2 found; the totals are for these')
    expect(screen.getByText('Received', { selector: 'dt' }).nextElementSibling?.textContent).toBe('0')
    await user.click(states.getByRole('button', { name: 'All 2' }))

    await user.click(screen.getByRole('button', { name: 'Net Balance' }))
    await user.click(screen.getByRole('button', { name: 'Net Balance' }))
    await waitFor(() => expect(search()).toContain('sort=-netBalance'))
    const find = screen.getByLabelText('Find by name or number')
    await user.type(find, 'zzz')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await user.clear(find)
    const heading = await screen.findByRole('columnheader', { name: 'Net Balance' })
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    expect(search()).toContain('sort=-netBalance')
    await user.selectOptions(screen.getByLabelText('Section'), 'Red')
    expect(screen.queryByRole('table')).toBeNull()
    await waitFor(() => expect(search()).not.toContain('kind='))
    expect(search()).toContain('section=Red')
  })

  test('starts with the focus on Class; Enter gets the report, Alt with a digit presses a button, and a button shows the As of field', async () => {
    const { user } = await openAt('/fee-record?from=2026-11-01')
    const studentClass = screen.getByLabelText('Class')
    await waitFor(() => expect(document.activeElement).toBe(studentClass))
    await user.keyboard('{Enter}')
    await screen.findByRole('table', { name: 'Fee vouchers for admitted students' })
    await user.keyboard('{Alt>}[Digit3]{/Alt}')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })

    expect(screen.queryByLabelText('As of the evening of')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Books as of a past day…' }))
    const field = screen.getByLabelText('As of the evening of')
    expect(document.activeElement).toBe(field)
    fill({ 'As of the evening of': '20/11/2026' })
    await user.type(field, '{Enter}')
    // The student was admitted on the day after.
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain('No vouchers found')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    fill({ 'As of the evening of': '21/11/2026' })
    await user.type(field, '{Enter}')
    await screen.findByText('As the books stood on the evening of 21 Nov 2026')
    await screen.findByText('2 vouchers listed')
  })

  describe('a report with drafts', () => {
    const numbers = () =>
      screen
        .getAllByRole('row')
        .slice(1, -1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    const chips = () =>
      within(screen.getByRole('group', { name: 'Status' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    const ofWhich = /^Of which not posted: /

    /** November's 4,500 are in the arrears of December's voucher, which is not posted. */
    beforeAll(async () => {
      const desk = await school.as('desk@main.test')
      await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    })

    test('marks drafts in words, totals them separately, and shows only drafts or none, also in the address, on paper and in files', async () => {
      const { user, search, goTo } = await openAt('/fee-record?from=2026-11-01&kind=all')
      await screen.findByRole('table')
      expect(numbers()).toEqual(['5Red1adm', '5Red1-202611', '5Red1-202612 Not posted'])
      expect(chips()).toEqual(['All 3', 'Paid 1', 'Not due yet 2', 'Not posted 1'])
      expect(screen.getAllByText(ofWhich)[0]?.textContent).toBe('Of which not posted: 1 voucher, Rs 4,500')
      await user.click(screen.getByRole('button', { name: 'Not posted 1' }))
      await waitFor(() => expect(numbers()).toEqual(['5Red1-202612 Not posted']))
      await waitFor(() => expect(search()).toContain('facet=to-do'))
      await user.click(screen.getByRole('button', { name: 'All 3' }))

      await user.click(screen.getByRole('switch', { name: 'Posted only' }))
      await waitFor(() => expect(numbers()).toEqual(['5Red1adm', '5Red1-202611']))
      // The balance that the left-out voucher carries is owed on this voucher.
      expect(chips()).toEqual(['All 2', 'Paid 1', 'Not due yet 1'])
      expect(screen.queryByText(ofWhich)).toBeNull()
      const chip = screen.getByRole('switch', { name: 'Posted only', checked: true })
      expect(document.activeElement).toBe(chip)
      expect(search()).toContain('unposted=leftOut')
      expect(document.querySelector('.print-head')?.textContent).toContain('Not posted: left out')
      const sent = recordSentCalls()
      await user.click(screen.getByRole('button', { name: 'Export' }))
      await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
      await waitFor(() => expect(bodiesOf(sent, 'exportVouchers/fee-record')).toHaveLength(1))
      expect(bodiesOf(sent, 'exportVouchers/fee-record')[0]).toMatchObject({ unposted: 'leftOut' })
      await user.click(chip)
      await waitFor(() => expect(numbers()).toHaveLength(3))
      expect(search()).not.toContain('unposted')

      // The list has the posted debt instead of the voucher that took it over.
      await goTo('/net-receivables?kind=all&unposted=leftOut')
      await screen.findByRole('heading', { level: 1, name: 'Net Receivables' })
      await screen.findByRole('table')
      expect(numbers()).toEqual(['5Red1-202611'])
      expect(screen.getByText('Net Balance', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
        '4,500',
      )
    })
  })

  test('opens with its list and never alerts then: an empty month offers the month before, and a button alerts', async () => {
    const { user, goTo } = await openAt('/fee-record')
    await screen.findByRole('table', { name: 'Fee vouchers for admitted students' })
    await goTo('/fee-received?from=2026-12-01&to=2026-12-31')
    await screen.findByText('No receipts for December 2026')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Generate Report for Regular' }))
    await screen.findByRole('alertdialog')
    await user.keyboard('{Enter}')
    await goTo('/fee-received?class=5&from=2026-12-01&to=2026-12-31')
    await user.click(await screen.findByRole('button', { name: 'Show November 2026' }))
    await screen.findByRole('table', { name: /^Fee received/ })
    expect(screen.getByLabelText<HTMLInputElement>(/^From Date/).value).toBe('01/11/2026')
  })

  test('waits while other reports of the user are being prepared', async () => {
    const { press, countLoads } = await open()
    const { fetch } = globalThis
    const { msg, status } = refusals['reports-running']
    let refused = 0
    globalThis.fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const isReport = typeof input === 'string' && input.includes('getAllVouchers')
      if (!isReport || refused === 1) return answer
      refused += 1
      return Response.json(
        { retryAfter: 1, code: 'reports-running', msg },
        { status, headers: { 'retry-after': '1' } },
      )
    }
    await press('Generate Report for both')
    await screen.findByText('Other reports are still being prepared. This one starts when they are done.')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    expect(countLoads()).toBeGreaterThanOrEqual(2)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
