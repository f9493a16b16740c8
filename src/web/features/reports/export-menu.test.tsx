import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { watchSavedFiles } from '#test/saved-files.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

describe('a report as a file', () => {
  let school: TestSchool
  let files: ReturnType<typeof watchSavedFiles>
  /** The requests for files, and a promise that delays their answers. */
  let calls: { readonly url: string; readonly body: unknown }[]
  let delay: Promise<void> | null

  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const open = async (path: string, get: string) => {
    const page = await openScreen(school, path, 'viewer@main.test')
    const originalFetch = globalThis.fetch
    calls = []
    globalThis.fetch = async (input, init) => {
      if (typeof input === 'string' && typeof init?.body === 'string' && input.includes('/export')) {
        calls.push({ url: input, body: JSON.parse(init.body) })
        await delay
      }
      return originalFetch(input, init)
    }
    const press = (name: string) => page.user.click(button(name))
    const make = async (format: 'Excel' | 'CSV') => {
      await press('Export')
      await page.user.click(await screen.findByRole('menuitem', { name: format }))
    }
    await screen.findByRole('button', { name: get })
    return { ...page, press, make, get: () => press(get).then(() => screen.findAllByRole('table')) }
  }

  beforeAll(async () => {
    school = await openSchool()
    const desk = await school.as('desk@main.test')
    const october = { feePeriod: '2026-10-01 to 2026-10-31' }
    await admit(desk, { financialData: october })
    await admit(desk, { studentData: { studentName: '=Bilal', studentClass: '6' }, financialData: october })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(() => {
    delay = null
    files = watchSavedFiles()
  })
  afterEach(() => files.stop())

  test('contains the whole listed report, even if the table is narrowed, under the name from the server', async () => {
    const { user, press, get } = await open('/fee-received', 'Generate Report for Regular')
    await get()
    await user.click(screen.getByLabelText('Find by name or number'))
    await user.paste('bilal')
    await screen.findByText(/^1 receipt of 2 found/)
    await press('Export')
    await screen.findByText('The whole report, 2 receipts')
    await user.click(screen.getByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(files.saved).toHaveLength(1))
    expect(calls).toEqual([
      {
        url: '/finances/exportReceipts/csv/admitted/Main%20Campus',
        body: { studentClass: 'all', section: 'all', fromDate: '2026-11-01', toDate: '2026-11-21' },
      },
    ])
    const [csv] = files.saved
    expect(csv?.name).toBe('Fee received, Main Campus, 2026-11-01 to 2026-11-21.csv')
    const text = await csv?.bytes.text()
    expect(text).toContain('Ayesha Khan')
    expect(text).toContain('Bilal')
  })

  test('is exported to Excel with the filters of the screen, for every list of vouchers', async () => {
    covers('spec 2.net-receivables.unpaid')

    const { user, press, goTo } = await open('/fee-record', 'Generate Report for both')
    for (const [generate, path, url, count, toDateOf] of [
      ['Generate Report for both', '/fee-record', 'fee-record/xlsx/all/Main%20Campus/all', 4, 'dueDate'],
      [
        'Generate Report for Regular',
        '/net-receivables',
        'net-receivables/xlsx/admitted/Main%20Campus/unpaid',
        2,
        'issueDate',
      ],
      [
        'Generate Report for Regular',
        '/fee-vouchers',
        'fee-vouchers/xlsx/admitted/Main%20Campus/all',
        4,
        'issueDate',
      ],
      ['Show Data', '/print-vouchers', 'print-vouchers/xlsx/admitted/Main%20Campus/unpaid', 2, 'dueDate'],
    ] as const) {
      const before = files.saved.length
      await goTo(`${path}?from=2026-11-01`)
      // The next screen may appear a moment after the address changes.
      await waitFor(() => expect(screen.getByLabelText('Section')).toHaveProperty('value', 'all'))
      await screen.findByRole('button', { name: generate })
      await user.selectOptions(screen.getByLabelText('Section'), 'Red')
      await press(generate)
      await screen.findAllByRole('table')
      await press('Export')
      await screen.findByText(`The whole report, ${count} vouchers`)
      await user.click(screen.getByRole('menuitem', { name: 'Excel' }))
      await waitFor(() => expect(files.saved).toHaveLength(before + 1))
      const body = {
        studentClass: 'all',
        section: 'Red',
        fromDate: '2026-11-01',
        toDate: '',
        month: '',
        toDateOf,
      }
      expect(calls.slice(before)).toEqual([{ url: `/finances/exportVouchers/${url}`, body }])
      const excel = files.saved.at(-1)
      expect(excel?.name).toMatch(/, Main Campus, from 2026-11-01\.xlsx$/)
      // Every .xlsx file is a zip archive.
      expect((await excel?.bytes.text())?.slice(0, 2)).toBe('PK')
    }
  })

  test('is cancelled by a second press or Escape, and shows a failure without leaving the screen', async () => {
    let answer = (): void => undefined
    delay = new Promise<void>((resolve) => (answer = resolve))
    const { user, network, make, get, goTo } = await open('/student-list', 'Show students')
    await user.selectOptions(screen.getByLabelText('Class'), '5')
    await get()
    await make('CSV')
    await user.click(await screen.findByRole('button', { name: 'Cancel the file' }))
    await make('Excel')
    await user.keyboard('{Escape}')
    expect(button('Export').getAttribute('aria-busy')).toBeNull()
    // Leaving the screen would have reset its filters at once.
    expect(screen.getByLabelText('Class')).toHaveProperty('value', '5')
    answer()
    delay = null
    await make('CSV')
    await waitFor(() => expect(files.saved).toHaveLength(1))
    expect(calls).toHaveLength(3)
    expect(calls.at(-1)).toEqual({ url: '/admissions/exportStudentList/csv/5/all/Main%20Campus', body: {} })

    await goTo('/admission-reports')
    await user.click(await screen.findByRole('button', { name: 'Get report' }))
    await screen.findByRole('table', { name: 'Admissions and removals' })
    network.isDown = true
    await make('Excel')
    const alert = await screen.findByRole('alertdialog', { name: 'Failed to make the file' })
    expect(alert.textContent).toContain('No connection to the server')
    await user.keyboard('{Enter}')
    screen.getByRole('table')
    network.isDown = false
    await make('Excel')
    await waitFor(() => expect(files.saved).toHaveLength(2))
    expect(calls.at(-1)).toEqual({
      url: '/admissions/exportAdmissionReport/xlsx/all/Main%20Campus',
      body: { selectedClass: 'all', selectedSection: 'all', fromDate: '', toDate: '' },
    })
  })
})
