import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import {
  bringBackButton,
  changesShown,
  expectNoForm,
  field,
  fill,
  lookUp,
  rollField,
  submitButton,
} from '#test/form-fields.ts'
import { failCalls } from '#test/page-calls.ts'
import { admit, openSchool, password } from '#test/school.ts'
import { openEntry, openScreen, type OpenScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'
import { useSession } from '#web/api/session.ts'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  const office = await school.as('office@main.test')
  await admit(office)
  await admit(office, { studentData: { studentName: 'Bilal Ahmed' } })
})
afterAll(() => school[Symbol.asyncDispose]())

const failed = 'Editing admission failed'
const notFound = 'Student not found. Please check the Roll No. and try again.'
const open = (address = '/edit-admissions') => openScreen(school, address, 'office@main.test')
const religions = async () => {
  const rows = await school.db.selectFrom('students').select('religion').orderBy('roll_no').execute()
  return rows.map(({ religion }) => religion)
}

/** Opens the page and types another religion over the record of a student. */
async function openAndType(rollNo = 1): Promise<OpenScreen> {
  const page = await open()
  await lookUp(page, rollNo)
  fill({ Religion: 'Christianity' })
  return page
}

async function bringBack({ user }: OpenScreen) {
  await user.click(await bringBackButton())
  await screen.findByText('Student found')
  expect(field('Religion').value).toBe('Christianity')
  expect(screen.queryByRole('button', { name: 'Bring back what was typed' })).toBeNull()
}

async function expectEmptied() {
  await waitFor(async () => expect((await rollField()).value).toBe(''))
  expectNoForm('Religion')
  await waitFor(async () => expect(document.activeElement).toBe(await rollField()))
}

async function openFromDashboard(page: OpenScreen) {
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
  await openEntry(page.user, /Edit student information/)
  await rollField()
}

const refusals = [
  ['the server breaks', 500, { code: 'broken', msg: 'An error occurred' }],
  ['the record was changed', 409, { code: 'record-changed', msg: 'This record has changed.' }],
  ['the payload is refused', 400, { code: 'invalid', msg: 'This request could not be read' }],
] as const

describe('an edit that fails', () => {
  test('is alerted and empties the form; one press restores the entries, which can then be saved', async () => {
    covers('spec 8.edit.admission-failed', 'decisions 6.failures.bring-back')

    const page = await openAndType()
    const originalFetch = globalThis.fetch
    for (const [cause, status, answer] of refusals) {
      failCalls('editAdmission', status, answer)
      await page.user.click(submitButton())
      expect([cause, await readAndClose(page, failed)]).toEqual([cause, expect.stringContaining(answer.msg)])
      await expectEmptied()
      await bringBack(page)
    }
    globalThis.fetch = originalFetch

    page.network.isDown = true
    await page.user.click(submitButton())
    await page.stopTrying()
    await readAndClose(page, failed)
    await expectEmptied()
    page.network.isDown = false
    await bringBack(page)
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    expect(await religions()).toEqual(['Christianity', 'Islam'])
  })

  test('does not show the entries for another student, and restores them over the current record', async () => {
    const page = await openAndType()
    const originalFetch = globalThis.fetch
    failCalls('editAdmission', 500, { code: 'broken', msg: 'An error occurred' })
    await page.user.click(submitButton())
    await readAndClose(page, failed)
    await bringBackButton()
    await lookUp(page, 2)
    expect(field('Religion').value).toBe('Islam')
    globalThis.fetch = originalFetch

    await lookUp(page, 1)
    fill({ Religion: 'Christianity' })
    // Another clerk saves first.
    await school.db.updateTable('students').set({ address: 'Gulberg' }).where('roll_no', '=', 1).execute()
    await page.user.click(submitButton())
    expect(await readAndClose(page, failed)).toContain('This record has changed.')
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(field('Address').value).toBe('Gulberg'))
    expect(changesShown('What will change')).toEqual(['Religion | Islam | Christianity'])
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
  })

  test('alerts that a student does not exist or has left meanwhile, and empties the form', async () => {
    covers('spec 4.edit-admission.failed', 'spec 8.edit.admission-failed')

    const page = await openAndType()
    const originalFetch = globalThis.fetch
    const unknown = { code: 'student-unknown', msg: 'Student does not exist' }
    failCalls('editAdmission', 404, unknown)
    failCalls('getStudentInfo', 404, unknown)
    await page.user.click(submitButton())
    expect(await readAndClose(page, failed)).toContain('Student does not exist')
    await screen.findByText(notFound)
    expectNoForm('Religion')
    globalThis.fetch = originalFetch

    await lookUp(page, 2)
    fill({ Religion: 'Christianity' })
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    await page.user.click(submitButton())
    expect(await readAndClose(page, failed)).toContain('Student has left')
    await expectEmptied()
  })

  test('marks a wrong field and keeps the entries, even through the sign-in after a lost session', async () => {
    const page = await openAndType()
    fill({ 'Father Name': 'Imran \u202eKhan' })
    await page.user.click(submitButton())
    await screen.findByText('Has characters that cannot be saved')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(field('Religion').value).toBe('Christianity')
    await waitFor(() => expect(document.activeElement).toBe(field('Father Name')))

    fill({ 'Father Name': 'Imran Khan' })
    page.dropSession()
    await page.user.click(submitButton())
    await waitFor(() => expect(page.path()).toBe('/login'))
    await screen.findByLabelText(/^Email/)
    fill({ Email: 'office@main.test', Password: password })
    await page.user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(page.path()).toBe('/edit-admissions'))
    await screen.findByText('Student found')
    expect(field('Religion').value).toBe('Christianity')
  })
})

describe('leaving an edit', () => {
  test('goes back at once on Back, Cancel and Esc; what was typed can be brought back there', async () => {
    covers('spec 2.edit-admissions.leave', 'spec 4.reset.state', 'decisions 7.back.kept')

    const page = await openAndType()
    const leave = [
      () => page.user.click(screen.getByRole('button', { name: 'Back' })),
      () => page.user.click(screen.getByRole('button', { name: 'Cancel' })),
      () => page.user.keyboard('{Escape}'),
    ]
    for (const goBack of leave) {
      await goBack()
      await waitFor(() => expect(page.path()).toBe('/dashboard'))
      expect(screen.queryByRole('alertdialog')).toBeNull()
      await bringBack(page)
      expect(page.path()).toBe('/edit-admissions')
    }
  })

  test('starts the next visit with the record, and offers the typed values there', async () => {
    const page = await openAndType()
    await page.browserBack()
    await openFromDashboard(page)
    expect((await rollField()).value).toBe('')
    await lookUp(page, 2)
    fill({ Address: 'Gulberg' })
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(field('Religion').value).toBe('Christianity'))

    // The edit of the other student is offered now.
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(field('Address').value).toBe('Gulberg'))
    expect(field('Student Name').value).toBe('Bilal Ahmed')
  })

  test('drops the typed values at sign-out and at midnight', async () => {
    covers('decisions 7.back.kept')

    // Just before midnight: a session of the morning would have ended.
    school.now = new Date('2026-11-21T23:55:00+05:00')
    const page = await openAndType()
    await page.user.click(screen.getByRole('button', { name: 'Back' }))
    await bringBackButton()
    school.now = new Date('2026-11-22T00:01:00+05:00')
    await act(() => useSession.getState().restore())
    expect(useSession.getState().isSignedIn).toBe(true)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Bring back what was typed' })).toBeNull(),
    )

    await openEntry(page.user, /Edit student information/)
    await lookUp(page, 1)
    fill({ Religion: 'Christianity' })
    await page.browserBack()
    await bringBackButton()
    await act(() => useSession.getState().signOut())
    await logIn(page.user, 'office@main.test')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await page.goTo('/edit-admissions')
    await lookUp(page, 1)
    expect(field('Religion').value).toBe('Islam')
    expect(screen.queryByRole('button', { name: 'Bring back what was typed' })).toBeNull()
  })

  test('drops the student of the address, also after a successful edit', async () => {
    const page = await open('/edit-admissions?roll=2')
    await screen.findByText('Student found')
    expect(field('Student Name').value).toBe('Bilal Ahmed')
    await page.user.click(screen.getByRole('button', { name: 'Back' }))
    await openFromDashboard(page)
    expect((await rollField()).value).toBe('')
    expectNoForm('Student Name')

    await page.browserBack()
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await page.goTo('/edit-admissions?roll=2')
    await screen.findByText('Student found')
    fill({ Religion: 'Christianity' })
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    await openFromDashboard(page)
    expect((await rollField()).value).toBe('')
    expectNoForm('Religion')
  })
})
