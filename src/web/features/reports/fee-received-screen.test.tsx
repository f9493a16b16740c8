import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(within(row).getAllByRole('cell')))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** The heading of the printed report. */
const paper = () =>
  [...document.querySelectorAll('.print-head p')].map(({ textContent }) => textContent).join('')
const regular = 'Fee received from admitted students'
const cheque = { method: 'cheque', reference: '778812 HBL' }

describe('fee received', () => {
  let school: TestSchool

  const pay = (caller: Caller, voucherNo: string, payload: object) =>
    caller.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, payload)
  const open = async () => {
    const page = await openScreen(school, '/fee-received', 'viewer@main.test')
    await screen.findByRole('heading', { level: 1, name: 'Fee received' })
    const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
    const get = async (name = regular) => {
      await press('Generate Report for Regular')
      return screen.findByRole('table', { name })
    }
    const listed = () => rowsOf(screen.getByRole('table', { name: regular })).map(([no]) => no)
    return { ...page, press, get, listed }
  }

  /** Two children pay on admission. Ayesha's 2,000 of the 20th were 4,500; Bilal's 19th is entered on the 21st. */
  beforeAll(async () => {
    school = await openSchool()
    const desk = await school.as('desk@main.test')
    const office = await school.as('office@main.test')
    const october = { feePeriod: '2026-10-01 to 2026-10-31' }
    const bilal = { studentName: 'Bilal Ahmed', studentClass: '6', section: 'Blue' }
    school.now = new Date('2026-11-05T09:00:00+05:00')
    await admit(desk, { financialData: october })
    await admit(desk, { studentData: bilal, financialData: { ...october, discount: 0 } })
    await generateAndPost(office, 'Main Campus', '2026-11-01')
    school.now = new Date('2026-11-20T09:00:00+05:00')
    await pay(desk, '5Red1-202611', { receivedAmount: 2000 })
    school.now = new Date('2026-11-21T09:00:00+05:00')
    await pay(office, '5Red1-202611', { receivedAmount: 4500, editedBy: 'x', reason: 'Miscounted' })
    await pay(desk, '6Blue2-202611', { receivedAmount: 5000, receivedDate: '2026-11-19', ...cheque })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  test('lists every receipt and reversal with its receiver, time and reason, and counts and sums them', async () => {
    covers('spec 1.jobs.other-fee-reports', 'spec 2.routes.fee-received')

    const { get } = await open()
    const table = await get()
    expect(textsOf(within(table).getAllByRole('columnheader'))).toEqual([
      'Receipt #',
      'Received Date',
      'Roll No.',
      'Student Name',
      'Class',
      'Section',
      'Voucher #',
      'Amount',
      'Method',
      'Reference',
      'Received by',
      'Remark',
    ])
    const ayesha = ['1', 'Ayesha Khan', '5', 'Red']
    const bilal = ['2', 'Bilal Ahmed', '6', 'Blue']
    const [desk, office] = ['desk clerk', 'office clerk']
    expect(rowsOf(table)).toEqual([
      ['1', '5 Nov 2026', ...ayesha, '5Red1adm', '7,500', 'Cash', '', desk, ''],
      ['2', '5 Nov 2026', ...bilal, '6Blue2adm', '8,000', 'Cash', '', desk, ''],
      ['3', '20 Nov 2026', ...ayesha, '5Red1-202611', '2,000', 'Cash', '', desk, ''],
      [
        '4',
        '20 Nov 2026',
        ...ayesha,
        '5Red1-202611',
        '−2,000',
        'Cash',
        '',
        office,
        'Reversal of no. 3; Miscounted; entered 21 Nov 2026',
      ],
      [
        '5',
        '20 Nov 2026',
        ...ayesha,
        '5Red1-202611',
        '4,500',
        'Cash',
        '',
        office,
        'Miscounted; entered 21 Nov 2026',
      ],
      [
        '6',
        '19 Nov 2026',
        ...bilal,
        '6Blue2-202611',
        '5,000',
        'Cheque',
        '778812 HBL',
        desk,
        'entered 21 Nov 2026',
      ],
      ['5 receipts', '1 reversal', '', '', '', '', '', '25,000', '', '', '', ''],
    ])
    screen.getByText(
      '5 receipts and 1 reversal listed: received 27,000, cancelled 2,000, net 25,000; Cash 20,000, Cheque 5,000',
    )
    expect(paper()).toBe(
      'Fee receivedGreen Valley School, Main Campus' +
        'Class: All · Section: All · From Date (Received Date): 1 Nov 2026 · ' +
        'To Date (Received Date): 21 Nov 2026 · Students: regular, at school todayPrinted on November 21, 2026 by Nadia Viewer',
    )
    expect(screen.getAllByRole('link', { name: 'Bilal Ahmed' })[0]?.getAttribute('href')).toBe(
      '/student?roll=2',
    )
  })

  test('sums up days (newest first), methods and receivers, and narrows rows and totals to a receiver and to the typed text', async () => {
    const { user, get, listed } = await open()
    await get()
    const byDay = screen.getByRole('table', { name: 'By day' })
    expect(textsOf(within(byDay).getAllByRole('columnheader'))).toEqual([
      'Received Date',
      'Receipts',
      'Received',
      'Cancelled',
      'Net',
    ])
    expect(rowsOf(byDay)).toEqual([
      ['20 Nov 2026', '2', '6,500', '−2,000', '4,500'],
      ['19 Nov 2026', '1', '5,000', '0', '5,000'],
      ['5 Nov 2026', '2', '15,500', '0', '15,500'],
      ['All', '5', '27,000', '−2,000', '25,000'],
    ])
    expect(rowsOf(screen.getByRole('table', { name: 'By method' }))).toEqual([
      ['Cash', '4', '22,000', '−2,000', '20,000'],
      ['Cheque', '1', '5,000', '0', '5,000'],
      ['All', '5', '27,000', '−2,000', '25,000'],
    ])
    expect(rowsOf(screen.getByRole('table', { name: 'By receiver' }))).toEqual([
      ['desk clerk', '4', '22,500', '0', '22,500'],
      ['office clerk', '1', '4,500', '−2,000', '2,500'],
      ['All', '5', '27,000', '−2,000', '25,000'],
    ])

    await user.selectOptions(field('Received by'), 'office clerk')
    expect(listed()).toEqual(['4', '5', '1 receipt'])
    screen.getByText(/^1 receipt and 1 reversal of 6 found; the totals are for these/)
    expect(rowsOf(screen.getByRole('table', { name: 'By day' })).map(([day]) => day)).toEqual([
      '20 Nov 2026',
      'All',
    ])
    expect(paper()).toContain('Received by: office clerk')
    await user.selectOptions(field('Received by'), 'All receivers')
    await user.click(field('Find by name or number'))
    await user.paste('6blue2-202611')
    await waitFor(() => expect(listed()).toEqual(['6', '1 receipt']))
    await user.paste('?')
    await screen.findByText('No matching receipts')
  })

  test('filters by class, section and dates of receipt, at first this month; another choice, a failure or no match clears it', async () => {
    const { user, path, network, press, get, listed } = await open()
    expect(field('From Date (Received Date)').value).toBe('01/11/2026')
    expect(field('To Date (Received Date)').value).toBe('21/11/2026')
    await user.clear(field('From Date (Received Date)'))
    await user.paste('06/11/2026')
    await get()
    expect(listed()).toEqual(['3', '4', '5', '6', '3 receipts'])
    await user.selectOptions(field('Class'), '6')
    expect(screen.queryByRole('table')).toBeNull()
    await get()
    expect(listed()).toEqual(['6', '1 receipt'])
    await user.selectOptions(field('Section'), 'Blue')
    expect(screen.queryByRole('table')).toBeNull()
    await get()
    network.isDown = true
    await press('Generate Report for both')
    const alert = await screen.findByRole('alertdialog', { name: 'Failed to get receipts' })
    expect(alert.textContent).toContain('No connection to the server')
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    network.isDown = false
    await user.selectOptions(field('Class'), '9')
    await press('Generate Report for both')
    await screen.findByRole('alertdialog', { name: 'No receipts found' })
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    await press('Cancel')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('counts a student by the current state, as its button and sums state; students who left have their own report', async () => {
    const { press, get } = await open()
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-21' })
      .where('roll_no', '=', 2)
      .execute()
    const table = await get()
    expect(rowsOf(table).at(-1)?.[7]).toBe('12,000')
    screen.getByText('Students at school today')
    const all = (await screen.findByText(/^Received in all/)).textContent
    expect(all).toBe('Received in all 25,000: students at school now 12,000, students left 13,000')

    await press('Generate Report for students left')
    const left = await screen.findByRole('table', { name: 'Fee received from removed students' })
    expect(rowsOf(left).map(([no]) => no)).toEqual(['2', '6', '2 receipts'])
    screen.getByText('Students who have left by today')
    expect((await screen.findByText(/^Received in all/)).textContent).toBe(all)

    await press('Generate Report for both')
    const both = await screen.findByRole('table', { name: 'Fee received from all students' })
    expect(rowsOf(both).at(-1)?.[0]).toBe('5 receipts')
  })
})
