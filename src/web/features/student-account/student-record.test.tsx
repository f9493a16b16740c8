import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { openCounterSchool, rollNo } from '#test/counter-school.ts'
import { openScreen } from '#test/screen.tsx'

const { school } = await openCounterSchool()

const open = async (userId = 'office@main.test') => {
  const page = await openScreen(school, `/student?roll=${rollNo}`, userId)
  await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
  return page
}
type User = Awaited<ReturnType<typeof open>>['user']
const openTab = (user: User, name: RegExp) => user.click(screen.getByRole('tab', { name }))
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)

describe("a student's record and history", () => {
  test('load the history when it is opened: field, before, after, user and time', async () => {
    const desk = await school.as('desk@main.test')
    const { studentData } = anAdmission()
    await desk.post('/admissions/editAdmission', {
      studentData: { ...studentData, rollNo, dateOfBirth: '2016-04-21', address: 'Mall Road' },
    })
    const { user } = await open()
    expect(screen.queryByRole('table', { name: 'Changes, newest first' })).toBeNull()
    await openTab(user, /^History/)
    const list = await screen.findByRole('table', { name: 'Changes, newest first' })
    const [, day, edited] = within(list).getAllByRole('row')
    expect(day?.textContent).toBe('21 Nov 2026')
    expect(edited?.textContent).toContain('Record edited')
    expect(edited?.textContent).toContain('desk clerk')
    expect(textsOf(within(list).getAllByRole('rowheader'))).toEqual(['21 Nov 2026', '5 Sep 2026'])
    expect(edited?.textContent).toMatch(/Date of Birth 12 Apr 2016 →\s+became 21 Apr 2016/)
    expect(edited?.textContent).toContain('Address Mall Road')
    await openTab(user, /^Account/)
    expect(screen.queryByRole('table', { name: 'Changes, newest first' })).toBeNull()
  })

  test('show contact details to the office', async () => {
    const { user } = await open('desk@main.test')
    await openTab(user, /^Record/)
    const record = within(screen.getByRole('region', { name: 'Record' }))
    expect(record.getByText('0300-1234567')).toBeDefined()
    expect(record.getByText('Father CNIC')).toBeDefined()
    expect(record.queryByText(/Contact details/)).toBeNull()
    expect(screen.getByRole('article').textContent).toContain('Admitted 5 Sep 2026 · Phone 0300-1234567')
  })

  test('tell read-only users that contact details are not shown, and leave no empty line', async () => {
    const { user } = await open('viewer@main.test')
    await openTab(user, /^Record/)
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
    record.getByText('Only office staff can see contact details.')
    expect(screen.getByRole('article').textContent).toContain('Admitted 5 Sep 2026')
    expect(screen.getByRole('article').textContent).not.toContain('Phone')
    await openTab(user, /^History/)
    const list = await screen.findByRole('table', { name: 'Changes, newest first' })
    const [, , admitted, paid] = within(list).getAllByRole('row')
    expect(admitted?.textContent).toContain('Contact details: shown to office staff only')
    expect(paid?.textContent).not.toContain('Contact details')
    expect(document.body.textContent).not.toContain('0300-1234567')
  })
})
