import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setValue } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { ayeshaAndBilal, openReport } from '#test/report-screen.ts'
import { openSchool } from '#test/school.ts'

const school = await openSchool()
beforeAll(() => ayeshaAndBilal(school))
afterAll(() => school[Symbol.asyncDispose]())

const set = (label: RegExp, value: string) => setValue(screen.getByLabelText(label), value)

/** Sets every filter of the open report. */
function setFilters(): void {
  set(/^Class/, '5')
  set(/^Section/, 'Red')
  set(/^From Date/, '01/11/2026')
  set(/^To Date/, '30/11/2026')
}

test('getAdmissionReport and getAllVouchers are sent with every field of the specification', async () => {
  const { user, press, goTo } = await openReport(school, '/admission-reports', 'Admission reports')
  setFilters()
  const sent = recordSentCalls()
  await press('Get report')
  await screen.findByRole('table')
  expect(bodiesOf(sent, 'getAdmissionReport/all/Main%20Campus')).toEqual([
    { fromDate: '2026-11-01', toDate: '2026-11-30', selectedClass: '5', selectedSection: 'Red' },
  ])

  await goTo('/net-receivables')
  const regular = await screen.findByRole('button', { name: 'Generate Report for Regular' })
  setFilters()
  await user.click(regular)
  await screen.findByRole('table')
  const unset = { fromDate: '', toDate: '', month: '', toDateOf: 'issueDate' }
  // The first visit lists the vouchers before the press.
  expect(bodiesOf(sent, 'getAllVouchers/admitted/Main%20Campus/unpaid')).toEqual([
    { ...unset, studentClass: 'all', section: 'all' },
    { ...unset, studentClass: '5', section: 'Red', fromDate: '2026-11-01', toDate: '2026-11-30' },
  ])
})
