import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { openCounterSchool, rollNo } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { openScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'

const { school, generate, receiveAs } = await openCounterSchool()

const open = async (userId = 'office@main.test', roll: string | number = rollNo) => {
  const page = await openScreen(school, `/student?roll=${roll}`, userId)
  await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
  return page
}
const balance = () => screen.getByRole('status', { name: 'Balance' }).textContent
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const unpaid = () =>
  textsOf(within(screen.getByRole('region', { name: /^Unpaid/ })).queryAllByRole('listitem'))
const account = () =>
  within(screen.getByRole('table', { name: 'Account' }))
    .getAllByRole('row')
    .slice(1)
const cellsOf = (row: HTMLElement | undefined) => (row ? textsOf(within(row).getAllByRole('cell')) : [])
type User = Awaited<ReturnType<typeof open>>['user']
const linksIn = (part: HTMLElement, role: 'link' | 'menuitem' = 'link') =>
  within(part)
    .queryAllByRole(role)
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])
const links = () => linksIn(screen.getByRole('main')).filter(([, href]) => /roll=|voucher=/.test(href ?? ''))
const moreActions = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  return linksIn(await screen.findByRole('menu'), 'menuitem')
}
const openTab = (user: User, name: RegExp) => user.click(screen.getByRole('tab', { name }))
const figure = (name: string) => screen.getByRole('group', { name }).textContent
const leave = (state: 'removed' | 'graduated') =>
  school.db
    .updateTable('students')
    .set({ state, left_on: '2026-11-20' })
    .where('roll_no', '=', rollNo)
    .execute()

describe("a student's page", () => {
  test('shows the student and the debt with its months, and lists the vouchers with their states', async () => {
    await generate('2026-10-01')
    await generate('2026-11-01')
    await receiveAs('desk@main.test', { receivedAmount: 500 })
    const { user } = await open()
    const main = within(screen.getByRole('main'))
    expect(main.getByText('Imran Khan')).toBeDefined()
    expect(main.getByText('Class 5 Red')).toBeDefined()
    expect(main.getByRole('link', { name: '0300-1234567' }).getAttribute('href')).toBe('tel:03001234567')
    expect(main.queryByText('At school')).toBeNull()
    expect(balance()).toBe('Rs 8,500')
    expect(screen.getByRole('heading', { name: 'Why Rs 8,500' })).toBeDefined()
    expect(unpaid()).toEqual([
      'October 2026 4,000 due 11 Oct 2026 · 41 days late · 500 of 4,500 settled',
      'November 2026 4,500 due 11 Nov 2026 · 10 days late',
    ])
    expect(figure('Owes')).toBe('OwesRs 8,500Rs 8,500 overdue since 11 Oct · 41 days')
    expect(figure('Net Monthly Fee')).toBe('Net Monthly Fee4,500after 500 discount')
    expect(figure('Paid this school year')).toBe('Paid this school year8,000since 1 Apr 2026')
    expect(screen.queryByRole('group', { name: 'Family owes' })).toBeNull()
    expect(screen.getByRole('row', { name: 'Net Monthly Fee 4,500' })).toBeDefined()
    expect(document.title).toBe('Ayesha Khan · School portal')

    await openTab(user, /^Vouchers/)
    const rows = within(screen.getByRole('table', { name: 'Vouchers' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => cellsOf(row).slice(0, 6))).toEqual([
      ['November 2026', 'Overdue', '5Red1-202611', '11 Nov 2026', '4,500', '4,500'],
      ['October 2026', 'Carried', '5Red1-202610', '11 Oct 2026', '4,500', '0'],
      ['September 2026', 'Paid', '5Red1adm', '15 Sep 2026', '7,500', '0'],
    ])
  })

  test('shows the account from the last receipt back to the admission, with user, number and running balance', async () => {
    await generate('2026-10-01')
    await generate('2026-11-01')
    await receiveAs('desk@main.test', { receivedAmount: 9500 })
    const { user } = await open()
    const carries = screen.getByRole('button', { name: 'Carried on 1 time' })
    expect(account()).toHaveLength(5)
    await user.click(carries)
    expect(
      account().map((row) =>
        cellsOf(row)
          .slice(0, 6)
          .filter((_, index) => index !== 3),
      ),
    ).toEqual([
      ['21 Nov 2026', 'Receipt ', 'No. 2', '−9,500', '−500 advance'],
      ['1 Nov 2026', 'Voucher November 2026', '5Red1-202611', '4,500', '9,000'],
      ['1 Nov 2026', 'Carried forward to 5Red1-202611', '5Red1-202610', '0', '4,500'],
      ['1 Oct 2026', 'Voucher October 2026', '5Red1-202610', '4,500', '4,500'],
      ['5 Sep 2026', 'Receipt ', 'No. 1', '−7,500', '0'],
      ['5 Sep 2026', 'Voucher Admission; September 2026', '5Red1adm', '7,500', '7,500'],
    ])
    expect(cellsOf(account()[0])[3]).toBe('desk clerk')
    expect(balance()).toBe('Rs 500 paid in advance')
    expect(unpaid()).toEqual([])
    expect(screen.getByRole('region', { name: 'Unpaid months' }).textContent).toContain(
      'Rs 500 paid in advance',
    )
  })

  test('links a writer to every job for the student, and opens the counter with R', async () => {
    await generate('2026-11-01')
    await receiveAs('desk@main.test', { receivedAmount: 500 })
    const { user, path } = await open('desk@main.test')
    expect(links()).toEqual([
      ['Receive', '/receipts/individual?roll=1'],
      ['Print voucher', '/print-vouchers?voucher=5Red1-202611'],
      ['Correct receipt No. 2', '/receipts/individual/edit?voucher=5Red1-202611'],
      ['Print voucher 5Red1-202611', '/print-vouchers?voucher=5Red1-202611'],
      ['Receive voucher 5Red1-202611', '/receipts/individual?voucher=5Red1-202611'],
      ['Print voucher 5Red1adm', '/print-vouchers?voucher=5Red1adm'],
    ])
    expect(await moreActions(user)).toEqual([
      ['Edit', '/edit-admissions?roll=1'],
      ['Edit voucher', '/edit-vouchers?roll=1'],
      ['Change fee', '/student-fee-change?roll=1'],
      ['Generate voucher', '/generate-voucher/student?roll=1'],
      ['Edit receipt', '/receipts/individual/edit?roll=1'],
      ['Write off or waive…', null],
      ['Additional charges', '/additional-charges?roll=1'],
      ['Remove', '/student-removal?roll=1'],
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('r')
    await waitFor(() => expect(path()).toBe('/receipts/individual'))
  })

  test('shows a reader the fee that waits for its month, and lets the reader print the account but change nothing', async () => {
    covers('decisions 6.read-role.sees', 'decisions 6.fee-change.ahead')

    const desk = await school.as('desk@main.test')
    const newFee = { monthlyFee: 5555, discount: 0, feeChangeDate: '2027-06-10' }
    await desk.post(`/admissions/changeStudentFee/${rollNo}`, { newFee })
    await open('viewer@main.test')
    expect(balance()).toBe('Fully paid.')
    const planned = screen.getByRole('region', { name: 'Planned fees' })
    expect(planned.textContent).toBe('Planned: 5,555 from June 2027')
    expect(screen.getByRole('row', { name: 'Net Monthly Fee 4,500' })).toBeDefined()
    expect(links()).toEqual([])
    expect(screen.queryByRole('button', { name: /^Print receipt/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Print account' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  })

  test('shows since when a student has left or graduated; a receipt can be corrected, but nothing is due', async () => {
    const { user, queries } = await open()
    for (const [state, words] of [
      ['removed', 'Left on 20 Nov 2026'],
      ['graduated', 'Graduated on 20 Nov 2026'],
    ] as const) {
      await leave(state)
      await act(() => queries.invalidateQueries())
      await screen.findByText(words)
      expect(links().map(([label]) => label)).not.toContain('Receive')
      expect(links().map(([label]) => label)).not.toContain('Print voucher')
      expect(await moreActions(user)).toEqual([['Edit receipt', '/receipts/individual/edit?roll=1']])
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
  })

  test('shows brothers and sisters with what they owe, and their sum', async () => {
    const desk = await school.as('desk@main.test')
    const sister = { studentName: 'Eman Khan', studentClass: '4', section: 'Pink' }
    await desk.post(
      '/admissions/newAdmission',
      anAdmission({ studentData: sister, financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }),
    )
    await generate('2026-11-01')
    await open()
    const family = screen.getByRole('region', { name: 'Family' })
    expect(textsOf(within(family).getAllByRole('listitem'))).toEqual([
      'Eman Khan 4 Pink · 24,500 11 Nov · 10 daysReceive',
    ])
    expect(linksIn(family)).toEqual([
      ['Eman Khan', '/student?roll=2'],
      ['Receive for Eman Khan', '/receipts/individual?roll=2'],
    ])
    expect(figure('Family owes')).toBe('Family owes9,000with Eman, 4 Pink')
  })

  test('prints one sheet with the balance and the account', async () => {
    await generate('2026-11-01')
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Print account' }))
    expect(print).toHaveBeenCalledOnce()
    const sheet = screen.getByRole('article')
    expect(sheet.textContent).toContain('Green Valley SchoolTax No. 1234567-8 · Main Campus')
    expect(sheet.textContent).toContain('Owes Rs 4,500')
    expect(sheet.textContent).toContain('November 2026 · Rs 4,500 · due 11 Nov 2026')
    expect(sheet.textContent).toContain('Rupees four thousand five hundred only · Due date 11 Nov 2026')
    expect(sheet.textContent).toContain('Signature')
    expect(within(sheet).getAllByRole('row')).toHaveLength(4)
    print.mockRestore()
  })

  test('reports an unknown number, and shows nobody without a number', async () => {
    const { goTo } = await openScreen(school, '/student?roll=999', 'viewer@main.test')
    await screen.findByText('Student does not exist')
    await goTo('/student?roll=x')
    await screen.findByText('No student is selected')
  })

  test('reports a lost connection and retries on request, and returns to the same student after a lost session', async () => {
    const { user, network, path, dropSession } = await openScreen(school, '/student-list', 'office@main.test')
    await user.click(await screen.findByRole('button', { name: 'Show students' }))
    const name = await screen.findByRole('link', { name: 'Ayesha Khan' })
    network.isDown = true
    await user.click(name)
    await screen.findByText('No connection to the server. What you typed is kept.')
    expect(screen.queryByRole('status', { name: 'Balance' })).toBeNull()
    network.isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })

    dropSession()
    await openTab(user, /^History/)
    await logIn(user, 'office@main.test')
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    expect(path()).toBe('/student')
  })
})
