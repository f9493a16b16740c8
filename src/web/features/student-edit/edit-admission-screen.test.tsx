import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import {
  changesShown,
  expectNoForm,
  field,
  fill,
  lookUp,
  rollField,
  submitButton,
} from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import { openEntry, openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  await admit(await school.as('office@main.test'), { studentData: { address: 'Model Town' } })
})
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openScreen(school, '/edit-admissions', 'office@main.test')
const record = () => school.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
const isMarked = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const openWithStudent = async () => {
  const page = await open()
  await lookUp(page, 1)
  return page
}

const required = [
  'Student Name',
  'Father Name',
  'Date of Birth',
  'Place of Birth',
  'Religion',
  'Father Phone Number',
]
const days = { 'Admission Date': '21/11/2026', 'Date of Birth': '12/04/2016' }

describe('an edit of a record', () => {
  test('shows the campus, the numbers and every field of the student; an extra space is not a change', async () => {
    covers('spec 2.edit-admissions.campus', 'spec 2.edit-admissions.read-only')
    covers('spec 2.edit-admissions.fields', 'spec 2.edit-admissions.placeholders', 'decisions 7.edit.submit')
    covers('spec 4.edit-admission.found', 'spec 7.look-up.fills')

    const page = await open()
    await rollField()
    expect(screen.getByRole('heading', { level: 1, name: 'Edit student information' })).toBeDefined()
    screen.getByText('Main Campus', { selector: 'section *' })
    expectNoForm('Student Name')
    await page.user.click(submitButton())
    await readAndClose(page, 'Please fill all the fields')
    await lookUp(page, 1)
    for (const name of ['Choose a gender', 'Choose a class', 'Choose a section']) {
      expect(screen.getByRole<HTMLOptionElement>('option', { name }).disabled).toBe(true)
    }
    expect(field('Admission No\\.')).toMatchObject({ value: '1', readOnly: true })
    expect(field('Registration No\\.')).toMatchObject({ value: '1', readOnly: true })
    const shown = {
      'Admission Date': '21/11/2026',
      'Student Name': 'Ayesha Khan',
      'Father Name': 'Imran Khan',
      'Date of Birth': '12/04/2016',
      'Place of Birth': 'Lahore',
      Gender: 'female',
      Religion: 'Islam',
      Address: 'Model Town',
      'Father CNIC': '',
      'Father Occupation': '',
      'Mother Phone Number': '',
      'Father Phone Number': '0300-1234567',
      'Office/Shop Number': '',
      'Father Email': '',
      Class: '5',
      Section: 'Red',
    }
    expect(Object.fromEntries(Object.keys(shown).map((label) => [label, field(label).value]))).toEqual(shown)

    fill({ Address: ' Model Town ' })
    screen.getByText('Nothing is changed yet.')
    await page.user.click(submitButton())
    await readAndClose(page, 'No changes made')
  })

  test('shows what will change, saves it, confirms it and goes back', async () => {
    covers('spec 1.jobs.edit-student', 'spec 2.routes.edit-admissions', 'spec 2.edit-admissions.submit')
    covers('spec 4.edit-admission.saved', 'spec 8.edit.admission-edited')

    const page = await openWithStudent()
    fill({
      Address: 'Gulberg ',
      'Father CNIC': '35202-1234567-1',
      'Date of Birth': '13/04/2016',
      Section: 'Blue',
    })
    expect(changesShown('What will change')).toEqual([
      'Date of Birth | 12 Apr 2016 | 13 Apr 2016',
      'Address | Model Town | Gulberg',
      'Father CNIC | nothing | 35202-1234567-1',
      'Section | Red | Blue',
    ])
    await page.user.click(submitButton())
    const message = await readAndClose(page, 'Admission edited successfully')
    expect(message).toContain('Ayesha Khan, Roll No. 1: Date of Birth, Address, Father CNIC, Section')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await record()).toMatchObject({
      student_name: 'Ayesha Khan',
      address: 'Gulberg',
      date_of_birth: '2016-04-13',
      section: 'Blue',
      admission_no: 1,
    })
    await openEntry(page.user, /Edit student information/)
    expect((await rollField()).value).toBe('')
  })

  test('requests everything that a record from an import lacks', async () => {
    const unknown = { date_of_birth: null, gender: null, religion: '', father_home_phone: '' }
    await school.db.updateTable('students').set(unknown).execute()
    const page = await openScreen(school, '/dashboard', 'office@main.test')
    await page.user.click(await screen.findByRole('link', { name: '1 student record is incomplete' }))
    const list = within(await screen.findByRole('table', { name: /^Students/ }))
    list.getByText('Not known')
    await page.user.click(list.getByRole('link', { name: 'Ayesha Khan' }))
    const mark = await screen.findByRole('link', { name: 'Incomplete record' })
    await page.user.click(screen.getByRole('tab', { name: 'Record' }))
    expect(within(screen.getByRole('region', { name: 'Record' })).getAllByText('Not known')).toHaveLength(4)
    expect(screen.getByRole('article').textContent).toContain('Phone Not known')
    await page.user.click(mark)
    await waitFor(() => expect(field('Student Name').value).toBe('Ayesha Khan'))
    fill({ 'Date of Birth': '13/04/2015', Gender: 'female', 'Father Phone Number': '0321-2222222' })
    expect(changesShown('What will change')).toContain('Gender | Not known | female')
    await page.user.click(submitButton())
    await readAndClose(page, 'Please fill all the fields')
    expect(isMarked('Religion')).toBe(true)
    fill({ Religion: 'Islam' })
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    expect(await record()).toMatchObject({ date_of_birth: '2015-04-13', gender: 'female', religion: 'Islam' })
  })

  test('saves each field to its own column', async () => {
    covers('spec 2.edit-admissions.fields', 'spec 2.edit-admissions.phones')

    const page = await openWithStudent()
    fill({
      'Admission Date': '01/11/2026',
      'Student Name': 'Aisha',
      'Father Name': 'Kamran',
      'Date of Birth': '13/04/2015',
      'Place of Birth': 'Multan',
      Gender: 'other',
      Religion: 'Christianity',
      Address: 'Gulberg',
      'Father CNIC': '35202-1234567-1',
      'Father Occupation': 'Tailor',
      'Mother Phone Number': '0321-1111111',
      'Father Phone Number': '0321-2222222',
      'Office/Shop Number': '0321-3333333',
      'Father Email': 'kamran@example.pk',
      Class: 'Hifz',
      Section: 'Rose',
    })
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    expect(await record()).toMatchObject({
      admission_date: '2026-11-01',
      student_name: 'Aisha',
      father_name: 'Kamran',
      date_of_birth: '2015-04-13',
      place_of_birth: 'Multan',
      gender: 'other',
      religion: 'Christianity',
      address: 'Gulberg',
      father_cnic: '35202-1234567-1',
      father_occupation: 'Tailor',
      telephone: '0321-1111111',
      father_home_phone: '0321-2222222',
      father_office_phone: '0321-3333333',
      father_email: 'kamran@example.pk',
      student_class: 'Hifz',
      section: 'Rose',
    })
  })

  test('marks an empty required field and a future date, and only warns about an incomplete contact', async () => {
    covers('spec 5.edit-admission.required', 'decisions 6.contacts.incomplete')

    await school.db.updateTable('students').set({ father_cnic: '35202-1' }).execute()
    const before = await record()
    const page = await openWithStudent()
    const { id } = await screen.findByText('Looks incomplete: a CNIC has 13 digits')
    expect(field('Father CNIC').getAttribute('aria-describedby')).toBe(id)
    for (const label of required) {
      const { value } = field(label)
      fill({ [label]: '' })
      await page.user.click(submitButton())
      await readAndClose(page, 'Please fill all the fields')
      expect([label, isMarked(label)]).toEqual([label, true])
      await waitFor(() => expect(document.activeElement).toBe(field(label)))
      fill({ [label]: value })
      expect([label, isMarked(label)]).toEqual([label, false])
    }

    fill({ 'Admission Date': '22/11/2026', 'Date of Birth': '22/11/2026' })
    await page.user.click(submitButton())
    await screen.findByText('Date cannot be in the future')
    screen.getByText('Date of birth must be in the past')
    expect(isMarked('Admission Date')).toBe(true)
    expect(await record()).toEqual(before)

    fill({ ...days, 'Father Email': 'imran' })
    await screen.findByText('Looks incomplete: an e-mail is like name@example.com')
    expect(isMarked('Father Email')).toBe(false)
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    expect(await record()).toMatchObject({ father_cnic: '35202-1', father_email: 'imran' })
  })
})

test('the edit screen redirects a read-only user to the dashboard', async () => {
  const page = await openScreen(school, '/edit-admissions', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
