import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { changeStudent, expectNoForm, field, lookUp, rollField, setValue } from '#test/form-fields.ts'
import { lookUpsWhileTyping } from '#test/page-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()
let office: Caller

beforeAll(async () => {
  await school.reset()
  office = await school.as('office@main.test')
  const children = [
    { studentName: 'Ayesha Khan', fatherName: 'Imran Khan' },
    { studentName: 'Zoya Butt', fatherName: 'Aslam Butt', fatherCnic: '35202-7654321-9' },
    { studentName: 'Zoya Butt', fatherName: 'Nasir Butt', section: 'Blue' },
    { studentName: 'Zoya Butt', fatherName: 'Tariq Butt', studentClass: '9' },
  ]
  for (const studentData of children) await admit(office, { studentData })
  await school.db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-01' })
    .where('roll_no', '=', 4)
    .execute()
})
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openScreen(school, '/edit-admissions', 'office@main.test')
/** Sets the text to search for without typing key by key. */
async function searchFor(text: string): Promise<void> {
  const input = await rollField()
  act(() => input.focus())
  setValue(input, text)
}
const rows = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option')
    .map((row) => row.textContent)
/** Expects that a student was chosen: the title names the student, and the field is gone. */
async function expectChosen(rollNo: number): Promise<void> {
  const subject = await screen.findByRole('region', { name: 'Student' })
  await within(subject).findByText('Student found')
  expect(subject.textContent).toContain(`Roll No. ${rollNo}`)
  expect(screen.queryByRole('combobox', { name: 'Roll No.' })).toBeNull()
}

describe('the field that asks for a roll number', () => {
  test('looks a number up after the pause or Enter, and marks a number in red that is not found', async () => {
    covers('spec 2.edit-admissions.search', 'spec 2.edit-vouchers.search', 'spec 4.edit-admission.unknown')
    covers('spec 8.look-up.found', 'spec 8.look-up.edit-screens', 'spec 8.look-up.not-found')

    const { user } = await open()
    const red = 'var(--mantine-color-error)'
    await user.type(await rollField(), '1')
    expect((await screen.findByText('Student found')).getAttribute('style')).not.toContain(red)
    expect(field('Student Name').value).toBe('Ayesha Khan')
    await user.type(await rollField(), '9')
    expectNoForm('Student Name')
    await screen.findByText('Student not found. Please check the Roll No. and try again.')
    expectNoForm('Student Name')

    await user.clear(await rollField())
    await user.type(await rollField(), '77{Enter}')
    const words = 'Student not found. Please check the Roll No. and try again.'
    expect((await screen.findByText(words)).getAttribute('style')).toContain(red)
    await user.clear(await rollField())
    await user.type(await rollField(), '1{Enter}')
    await expectChosen(1)
  })

  test('looks a number up half a second after the last key', async () => {
    covers('spec 5.generation.search', 'spec 9.constants.look-up')

    await open()
    const { before, after } = await lookUpsWhileTyping(await rollField(), 'getStudentInfo')
    expect(before).toEqual([])
    expect(after).toEqual(['/admissions/getStudentInfo/1/Main%20Campus'])
    await screen.findByText('Student found')
  })

  test('lists the students with a name, cycles through them by arrow keys, and takes one on Enter', async () => {
    const page = await open()
    const { user } = page
    await searchFor('zoya')
    expect(await rows()).toEqual([
      'Zoya ButtPaidAslam Butt · 5 Red · 2',
      'Zoya ButtPaidNasir Butt · 5 Blue · 3',
      'Zoya ButtLeftPaidTariq Butt · 9 Red · 4',
    ])
    expect(screen.getByText('3 students; choose with ↑ ↓ and Enter')).toBeDefined()
    const input = await rollField()
    expect(input.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}')
    const chosen = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(chosen?.textContent).toContain('Nasir Butt')
    expect(chosen?.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    await expectChosen(3)
    expect(field('Father Name').value).toBe('Nasir Butt')
    expect(screen.queryByRole('listbox')).toBeNull()

    await changeStudent(page)
    await searchFor('zoya b')
    await within(await screen.findByRole('listbox')).findByRole('option', { selected: true })
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    await expectChosen(3)
    await changeStudent(page)
    // Enter may be pressed before the row appears.
    await user.type(await rollField(), 'imran{Enter}')
    await expectChosen(1)
  })

  test('remembers an arrow key that is pressed before the rows appear', async () => {
    const { user, holdBack } = await open()
    const release = holdBack('/findStudents/')
    await searchFor('zoya')
    await user.keyboard('{ArrowDown}')
    release()
    const list = within(await screen.findByRole('listbox'))
    const chosen = await list.findByRole('option', { selected: true })
    expect(chosen.textContent).toContain('Nasir Butt')

    // An arrow key opens the closed list without moving to the next row.
    await user.keyboard('{ArrowUp}{Escape}{ArrowDown}')
    const first = within(await screen.findByRole('listbox')).getByRole('option', { selected: true })
    expect(first.textContent).toContain('Aslam Butt')
  })

  test('finds students by CNIC, reports a text that matches nobody, and closes its list on Escape', async () => {
    covers('spec 8.look-up.not-found')

    const { user, path } = await open()
    for (const card of ['35202-7654321-9', '3520276-']) {
      await searchFor(card)
      expect(await rows()).toEqual(['Zoya ButtPaidAslam Butt · 5 Red · 2'])
      await searchFor('')
      expect(screen.queryByRole('listbox')).toBeNull()
    }
    await searchFor('nobody')
    await screen.findByText('Student not found')
    await searchFor('')
    expect(screen.queryByText('Student not found')).toBeNull()
    await searchFor('--')
    await screen.findByText('Student not found')

    await searchFor('zoya')
    await rows()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(path()).toBe('/edit-admissions')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('shows a lost connection and retries on Enter, and alerts that a student has left', async () => {
    covers('spec 8.promotion.get-student')

    const page = await open()
    await rollField()
    page.network.isDown = true
    await searchFor('imran')
    await screen.findAllByText('No connection to the server. What you typed is kept.')
    page.network.isDown = false
    await page.user.type(await rollField(), '{Enter}')
    await expectChosen(1)

    await changeStudent(page)
    await page.user.type(await rollField(), '4{Enter}')
    const alert = await screen.findByRole('alertdialog', { name: 'Student has left' })
    expect(alert.textContent).toContain('Roll No. 4')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Student has left')).toBeDefined()
    expectNoForm('Student Name')
    await lookUp(page, 2)
  })
})
