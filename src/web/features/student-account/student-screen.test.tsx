import { openCounterSchool, rollNo } from '#test/counter-school.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { openScreen } from '#test/screen.tsx'
import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

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
const links = () =>
  screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .filter(([, href]) => href?.includes('roll='))
const leave = (state: 'removed' | 'graduated') =>
  school.db
    .updateTable('students')
    .set({ state, left_on: '2026-11-20' })
    .where('roll_no', '=', rollNo)
    .execute()

describe("a student's page", () => {
  test('tells who it is, what is owed, and for which months', async () => {
    await generate('2026-10-01')
    await generate('2026-11-01')
    await receiveAs('desk@main.test', { receivedAmount: 500 })
    await open()
    const main = within(screen.getByRole('main'))
    expect(main.getByText('Imran Khan', { selector: 'dd *' })).toBeDefined()
    expect(main.getByText('At school')).toBeDefined()
    expect(balance()).toBe('8,500 due')
    expect(unpaid()).toEqual([
      '4,000 of October 2026 (the rest of 4,500, voucher 5Red1-202610)',
      '4,500 of November 2026 (voucher 5Red1-202611)',
    ])
    expect(screen.getByRole('row', { name: 'Net Monthly Fee 4,500' })).toBeDefined()
    expect(document.title).toBe('Ayesha Khan · School portal')
  })

  test('shows the fee that waits for its month', async () => {
    covers('decisions 6.fee-change.ahead')

    const desk = await school.as('desk@main.test')
    const newFee = { monthlyFee: 5555, discount: 0, feeChangeDate: '2027-06-10' }
    await desk.post(`/admissions/changeStudentFee/${rollNo}`, { newFee })
    await open('viewer@main.test')
    const planned = screen.getByRole('region', { name: 'Planned fees' })
    expect(planned.textContent).toBe('Planned: 5,555 from June 2027')
    expect(screen.getByRole('row', { name: 'Net Monthly Fee 4,500' })).toBeDefined()
  })

  test('the account goes from the admission to the balance on top, with who, number and running balance', async () => {
    await generate('2026-10-01')
    await generate('2026-11-01')
    await receiveAs('desk@main.test', { receivedAmount: 9500 })
    await open()
    expect(account().map((row) => cellsOf(row).filter((_, place) => place !== 3))).toEqual([
      ['5 Sep 2026', 'Voucher Admission; September 2026', '5Red1adm', '7,500', '7,500'],
      ['5 Sep 2026', 'Receipt ', 'No. 1, 5Red1adm', '−7,500', '0'],
      ['1 Oct 2026', 'Voucher October 2026', '5Red1-202610', '4,500', '4,500'],
      ['1 Nov 2026', 'Carried forward to 5Red1-202611', '5Red1-202610', '0', '4,500'],
      ['1 Nov 2026', 'Voucher November 2026', '5Red1-202611', '4,500', '9,000'],
      ['21 Nov 2026', 'Receipt ', 'No. 2, 5Red1-202611', '−9,500', '−500 advance'],
    ])
    expect(cellsOf(account().at(-1))[3]).toBe('desk clerk')
    expect(balance()).toBe('500 paid in advance')
    expect(unpaid()).toEqual([])
  })

  test('leads a writer to every job with the student named', async () => {
    await open('desk@main.test')
    expect(links()).toEqual([
      ['Receive', '/receipts/individual?roll=1'],
      ['Edit', '/edit-admissions?roll=1'],
      ['Change fee', '/student-fee-change?roll=1'],
      ['Generate voucher', '/generate-voucher/student?roll=1'],
      ['Edit voucher', '/edit-vouchers?roll=1'],
      ['Remove', '/student-removal?roll=1'],
    ])
    expect(balance()).toBe('Nothing due')
  })

  test('a reader sees the page and no job', async () => {
    covers('decisions 6.read-role.sees')

    await open('viewer@main.test')
    expect(links()).toEqual([])
    expect(screen.getByRole('button', { name: 'Print' })).toBeDefined()
  })

  test.each([
    ['removed', 'Left on 20 Nov 2026'],
    ['graduated', 'Graduated on 20 Nov 2026'],
  ] as const)(
    'of one who is %s says since when, and only money can still be received',
    async (state, words) => {
      await leave(state)
      await open()
      expect(screen.getByText(words)).toBeDefined()
      expect(links()).toEqual([['Receive', '/receipts/individual?roll=1']])
    },
  )

  test('the history is read when it is opened: field, before, after, who and when', async () => {
    const desk = await school.as('desk@main.test')
    const { studentData } = anAdmission()
    await desk.post('/admissions/editAdmission', {
      studentData: { ...studentData, rollNo, dateOfBirth: '2016-04-21', address: 'Mall Road' },
    })
    const { user } = await open()
    expect(screen.queryByRole('list', { name: 'Changes, newest first' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show every change' }))
    const list = await screen.findByRole('list', { name: 'Changes, newest first' })
    const [edited] = within(list).getAllByRole('listitem')
    expect(edited?.textContent).toContain('Record edited')
    expect(edited?.textContent).toContain('21 Nov 2026, 09:00 by desk clerk')
    expect(edited?.textContent).toMatch(/Date of Birth12 Apr 2016 →\s+became 21 Apr 2016/)
    expect(edited?.textContent).toContain('AddressMall Road')
    await user.click(screen.getByRole('button', { name: 'Hide the changes' }))
    expect(screen.queryByRole('list', { name: 'Changes, newest first' })).toBeNull()
  })

  test('shows contact details to the office', async () => {
    await open('desk@main.test')
    const record = within(screen.getByRole('region', { name: 'Record' }))
    expect(record.getByText('0300-1234567')).toBeDefined()
    expect(record.getByText('Father CNIC')).toBeDefined()
    expect(record.queryByText(/Contact details/)).toBeNull()
    expect(screen.getByRole('article').textContent).toContain('Admitted 5 Sep 2026 · Phone 0300-1234567')
  })

  test('says of contact details to who only reads that they are not shown, and leaves no empty line', async () => {
    const { user } = await open('viewer@main.test')
    const record = within(screen.getByRole('region', { name: 'Record' }))
    expect(textsOf(record.getAllByRole('term'))).toEqual([
      'Admission No.',
      'Registration No.',
      'Admission Date',
      'Class of admission',
      'Date of Birth',
      'Place of Birth',
      'Gender',
      'Religion',
    ])
    record.getByText('Contact details are shown to office staff only.')
    expect(screen.getByRole('article').textContent).toContain('Admitted 5 Sep 2026')
    expect(screen.getByRole('article').textContent).not.toContain('Phone')
    await user.click(screen.getByRole('button', { name: 'Show every change' }))
    const list = await screen.findByRole('list', { name: 'Changes, newest first' })
    const [admitted, paid] = within(list).getAllByRole('listitem')
    expect(admitted?.textContent).toContain('Contact detailsshown to office staff only')
    expect(paid?.textContent).not.toContain('Contact details')
    expect(document.body.textContent).not.toContain('0300-1234567')
  })

  test('prints one sheet with the balance and the account', async () => {
    await generate('2026-11-01')
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    const sheet = screen.getByRole('article')
    expect(sheet.textContent).toContain('Green Valley School · Main Campus')
    expect(sheet.textContent).toContain('Ayesha Khan 4,500 due')
    expect(sheet.textContent).toContain('4,500 of November 2026 (voucher 5Red1-202611)')
    expect(within(sheet).getAllByRole('row')).toHaveLength(4)
    print.mockRestore()
  })

  test('a number that is nobody’s is said so', async () => {
    await openScreen(school, '/student?roll=999', 'viewer@main.test')
    await screen.findByText('Student does not exist')
  })

  test('without a number nobody is shown', async () => {
    await openScreen(school, '/student?roll=x', 'viewer@main.test')
    await screen.findByText('No student is named')
  })

  test('without a line the page says so and tries again when asked', async () => {
    const { user, network } = await openScreen(school, '/student-list', 'office@main.test')
    await user.click(await screen.findByRole('button', { name: 'Show students' }))
    const name = await screen.findByRole('link', { name: 'Ayesha Khan' })
    network.isDown = true
    await user.click(name)
    await screen.findByText('No connection to the server. What you typed is kept.')
    expect(screen.queryByRole('status', { name: 'Balance' })).toBeNull()
    network.isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
  })

  test('a lost session comes back to the same student', async () => {
    const { user, path, dropSession } = await open()
    dropSession()
    await user.click(screen.getByRole('button', { name: 'Show every change' }))
    await user.type(await screen.findByLabelText('Email'), 'office@main.test')
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'right-password{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    expect(path()).toBe('/student')
  })
})
