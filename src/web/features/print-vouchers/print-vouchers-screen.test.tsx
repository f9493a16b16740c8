import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { classes, sections } from '#domain/school.ts'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

describe('print fee vouchers', () => {
  let school: TestSchool
  let desk: Caller
  let ayesha: number

  const open = async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    print.mockClear()
    const page = await openScreen(school, '/print-vouchers?from=2026-11-01', 'viewer@main.test')
    await screen.findByRole('heading', { name: 'Print Fee Vouchers' })
    // The first visit lists the vouchers, and they can be printed once they are listed.
    await screen.findByRole('table')
    const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
    return { ...page, press, print }
  }
  const view = () => screen.queryByRole('dialog', { name: /^Print / })

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    const october = { feePeriod: '2026-10-01 to 2026-10-31' }
    ayesha = await admit(desk, { financialData: { ...october, examinationFee: 300 } })
    await admit(desk, { studentData: { studentName: 'Bilal Ahmed' }, financialData: october })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  test('Show Data lists the unpaid vouchers, each debt once, for the filters of the fee record; Cancel goes back', async () => {
    covers('spec 2.print.show-data', 'spec 2.print.columns')
    covers('spec 2.print.filters', 'decisions 3.reports.to-due-date')
    covers('spec 2.print.cancel')

    const { user, press, path } = await open()
    await press('Show Data')
    await screen.findByRole('heading', { name: 'Fee vouchers for admitted students' })
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings.at(-1)).toBe('Net receivables')
    expect(headings).not.toContain('Received')
    expect(screen.getByText(`5Red${ayesha}-202612`)).toBeDefined()
    expect(screen.queryByText(`5Red${ayesha}-202611`)).toBeNull()

    const offered = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
    expect(offered('Class')).toEqual(['All', ...classes])
    expect(offered('Section')).toEqual(['All', ...sections])
    screen.getByLabelText('From Date (Issue Date)')
    screen.getByLabelText('To Date (Due Date)')
    fill({ 'To Date': '30/11/2026' })
    await press('Show Data')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    await user.keyboard('{Enter}')
    fill({ 'To Date': '01/12/2026' })
    await press('Show Data')
    await screen.findByRole('table')
    await press('Cancel')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('prints one voucher by its number, stamped PAID once it is paid', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const number = `5Red${ayesha}-202611`
    const opened = async (voucherNo: string) => {
      print.mockClear()
      await openScreen(school, `/print-vouchers?voucher=${voucherNo}`, 'desk@main.test')
      await waitFor(() => expect(print).toHaveBeenCalledOnce())
      const dialog = await screen.findByRole('dialog', { name: 'Print 1 voucher' })
      return within(dialog).getByRole('article', { name: `Voucher ${voucherNo}` })
    }
    expect((await opened(number)).textContent).not.toContain('PAID')
    window.dispatchEvent(new Event('afterprint'))
    cleanup()
    const admission = `5Red${ayesha}adm`
    expect(within(await opened(admission)).getAllByText('PAID')).toHaveLength(3)
    window.dispatchEvent(new Event('afterprint'))
  })

  test('Print Vouchers lays out a page for each voucher with three copies, opens the dialog automatically and ends after printing', async () => {
    covers('spec 2.routes.print-vouchers', 'spec 2.print.copies', 'spec 2.print.copy')
    covers('spec 2.print.validity', 'spec 2.print.payable', 'spec 2.print.date-format', 'spec 2.print.dialog')
    covers('spec 5.amounts.printed', 'spec 9.constants.copies', 'spec 2.print.end')

    const { press, print } = await open()
    await press('Print Vouchers')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const page = within(screen.getByRole('dialog', { name: 'Print 2 vouchers' }))
    expect(page.getAllByRole('article')).toHaveLength(2)

    const voucher = within(page.getByRole('article', { name: `Voucher 5Red${ayesha}-202612` }))
    for (const copy of ['Parent copy', 'School copy', 'Bank copy']) {
      const part = within(voucher.getByRole('region', { name: copy }))
      expect(part.getByRole('heading', { name: 'Green Valley School' })).toBeDefined()
      expect(part.getByText('Tax No. 1234567-8')).toBeDefined()
      expect(part.getByRole('img', { name: `Bar code of 5Red${ayesha}-202612` })).toBeDefined()
      const facts = part.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
      expect(facts).toEqual([
        ['Name', 'Ayesha Khan'],
        ["Father's Name", 'Imran Khan'],
        ['Roll No.', `${ayesha}`],
        ['Class', '5'],
        ['Section', 'Red'],
        ['Voucher No.', `5Red${ayesha}-202612`],
        ['Fee Period', 'December 01, 2026 to December 31, 2026'],
        ['Issue Date', 'November 21, 2026'],
        ['Due Date', 'December 01, 2026'],
        ['Validity Date', 'December 11, 2026'],
        ['Tuition Fee', '5,000'],
        ['Admission Fee', '0'],
        ['Registration Fee', '0'],
        ['Examination Fee', '0'],
        ['Discount', '−500'],
        ['Arrears', '4,500'],
        ['Payable by the due date', '9,000'],
        ['Payable after the due date', '9,000'],
      ])
      expect(part.getByText('The total includes Rs 4,500 left unpaid before this voucher.')).toBeDefined()
    }
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(view()).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print Vouchers' }))
  })

  test('prints the vouchers found in the list; Escape leaves only the print view, which does not open without vouchers', async () => {
    covers('spec 8.fee-reports.none')

    const { user, press, print, path } = await open()
    await press('Show Data')
    await screen.findByRole('table')
    fill({ 'Find by name or number': 'bilal' })
    await waitFor(() => expect(screen.getByText(/1 voucher of 2 found/)).toBeDefined())
    await press('Print Vouchers')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(screen.getByRole('dialog', { name: 'Print 1 voucher' })).toBeDefined()
    await user.keyboard('{Escape}')
    expect(view()).toBeNull()
    expect(path()).toBe('/print-vouchers')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print Vouchers' }))

    print.mockClear()
    await user.selectOptions(screen.getByLabelText('Class'), '9')
    await press('Print Vouchers')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    expect(view()).toBeNull()
    expect(print).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
  })

  // The tests from here on change the books.
  test('prints a part payment clearly', async () => {
    await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${ayesha}-202612`, {
      receivedAmount: 4000.5,
    })
    const { press, print } = await open()
    await press('Print Vouchers')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const facts = () =>
      within(screen.getByRole('article', { name: `Voucher 5Red${ayesha}-202612` }))
        .getAllByRole('region')
        .map((copy) =>
          within(copy)
            .getAllByRole('term')
            .slice(16)
            .map((term) => [term.textContent, term.nextSibling?.textContent]),
        )
    const total = [
      ['Payable by the due date', '9,000'],
      ['Payable after the due date', '9,000'],
    ]
    const copies = (...left: string[][]) => Array.from({ length: 3 }, () => [...total, ...left])
    expect(facts()).toEqual(copies(['Received so far', '−4,000.50'], ['Left to pay', '4,999.50']))
    window.dispatchEvent(new Event('afterprint'))

    // The specified totals exclude the fine, which must still be paid; 500 are written off.
    await school.db
      .updateTable('vouchers')
      .set({ fine: 10_000 })
      .where('voucher_no', '=', `5Red${ayesha}-202612`)
      .execute()
    const waived = await desk.post(`/finances/lowerDebt/Main%20Campus/${ayesha}`, {
      kind: 'write-off',
      amount: 500,
      reason: 'Cannot pay',
    })
    expect(waived.status).toBe(200)
    cleanup()
    const again = await open()
    await again.press('Print Vouchers')
    await waitFor(() => expect(again.print).toHaveBeenCalledOnce())
    expect(facts()).toEqual(
      copies(
        ['Fine', '100'],
        ['Adjusted', '−500'],
        ['Received so far', '−4,000.50'],
        ['Left to pay', '4,599.50'],
      ),
    )
  })

  test('vouchers that are not posted are counted above the list, and left out or posted in one press', async () => {
    covers('decisions 7.unposted.line')

    await generateAndPost(desk, 'Main Campus', '2027-01-01')
    await admit(desk, { studentData: { studentName: 'Sana Malik' } })
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2027-01-01' })
    const { user } = await openScreen(school, '/print-vouchers?month=2027-01', 'desk@main.test')
    const line = '1 of 3 is not posted: families cannot pay it yet'
    await screen.findByText(line)
    const countRows = () => screen.getAllByRole('row').length - 2
    expect(countRows()).toBe(3)
    // Posting is always of the whole month, so the button of narrowed rows says so.
    fill({ 'Find by name or number': 'Sana' })
    await screen.findByRole('button', { name: 'Post all of January' })
    fill({ 'Find by name or number': '' })
    await screen.findByText(line)
    await user.click(screen.getByRole('button', { name: 'Leave it out' }))
    await waitFor(() => expect(countRows()).toBe(2))
    expect(screen.queryByText(line)).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Posted only', checked: true }))
    await screen.findByText(line)
    await user.click(screen.getByRole('button', { name: 'Post it' }))
    const alert = await screen.findByRole('alertdialog', { name: 'Vouchers Posted Successfully' })
    expect(alert.textContent).toContain('1 voucher of January 2027 is posted.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(countRows()).toBe(3))
    expect(screen.queryByText(line)).toBeNull()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print Vouchers' })),
    )
  })
})
