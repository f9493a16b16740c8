import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
    /** To the dashboard by the header, and back to the report by its link. */
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

  test('is shown again, with the same filters, after a visit to a student or to another screen', async () => {
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
    // The rows of the first load are kept while nothing is changed.
    expect(countLoads()).toBe(1)
  })

  test('without rows is not requested again when its screen is opened again', async () => {
    const { user, press, leaveAndReturn, countLoads } = await open()
    await user.selectOptions(screen.getByLabelText('Class'), '9')
    await press('Generate Report for Regular')
    await screen.findByRole('alertdialog', { name: 'No vouchers found' })
    await user.keyboard('{Enter}')
    await leaveAndReturn()
    expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('9')
    expect(countLoads()).toBe(1)
  })

  test('runs by itself where its address names the kind of students, and writes what is chosen there', async () => {
    const { user, search } = await openAt('/fee-record?class=5&kind=all')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
    expect(screen.getByLabelText<HTMLSelectElement>('Class').value).toBe('5')
    await user.click(screen.getByRole('button', { name: 'Net Balance' }))
    await user.click(screen.getByRole('button', { name: 'Net Balance' }))
    await waitFor(() => expect(search()).toContain('sort=-netBalance'))
    await user.selectOptions(screen.getByLabelText('Section'), 'Red')
    expect(screen.queryByRole('table')).toBeNull()
    await waitFor(() => expect(search()).not.toContain('kind='))
    expect(search()).toContain('section=Red')
  })

  test('begins at Class, where Enter gets the report and Alt with a digit presses a button', async () => {
    const { user } = await openAt('/fee-record')
    const studentClass = screen.getByLabelText('Class')
    await waitFor(() => expect(document.activeElement).toBe(studentClass))
    await user.keyboard('{Enter}')
    await screen.findByRole('table', { name: 'Fee vouchers for admitted students' })
    await user.keyboard('{Alt>}[Digit3]{/Alt}')
    await screen.findByRole('table', { name: 'Fee vouchers for all students' })
  })

  test('narrows its rows and sums to the vouchers of one state', async () => {
    const { user } = await openAt('/fee-record?kind=all')
    await screen.findByRole('table')
    const states = within(screen.getByRole('group', { name: 'Status' }))
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 2',
      'Paid 1',
      'Unpaid 1',
    ])
    await user.click(states.getByRole('button', { name: 'Unpaid 1' }))
    screen.getByText('1 voucher of 2 found; the totals are for these')
    expect(screen.getByText('Received', { selector: 'dt' }).nextElementSibling?.textContent).toBe('0')
  })
})
