import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { button, child, closeAlert, fees, goToFees, openAdmission } from '#test/admission-screen.ts'
import { covers } from '#test/covers.ts'
import { field, fill } from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import { openEntry, openScreen } from '#test/screen.tsx'

const school = await openSchool()

beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const students = () => school.db.selectFrom('students').selectAll().execute()
const isMarked = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

const open = () => openAdmission(school)

describe('an admission', () => {
  test('creates a paid voucher, shows the assigned numbers and goes back', async () => {
    covers('spec 2.routes.new-admissions', 'spec 4.success.admission', 'spec 5.new-admission.net-monthly-fee')
    covers('spec 5.new-admission.total', 'spec 8.admission.added')

    const page = await open()
    await goToFees(page)
    await waitFor(() => expect(document.activeElement).toBe(field('Monthly Fee')))
    fill(fees)
    expect(field('Net Monthly Fee').value).toBe('4,500')
    expect(screen.getByRole('status', { name: 'Total Receivable' }).textContent).toBe('7,500.50')
    await page.user.keyboard('{Enter}')

    const message = await closeAlert(page, 'Admission added successfully')
    expect(message).toContain('Roll No. 1')
    expect(message).toContain('Voucher 5Red1adm')
    expect(message).toContain('Rs 7,500.50 received in cash, receipt no. 1')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await screen.findByText(/^1 receipt/)

    expect(await students()).toMatchObject([
      {
        roll_no: 1,
        student_name: child['Student Name'],
        date_of_birth: '2016-04-12',
        admission_date: '2026-11-21',
        father_home_phone: '0300-1234567',
      },
    ])
    const vouchers = await school.db.selectFrom('vouchers').selectAll().execute()
    expect(vouchers).toMatchObject([
      {
        voucher_no: '5Red1adm',
        issue_date: '2026-11-21',
        due_date: '2026-12-01',
        period_from: '2026-11-01',
        period_to: '2026-11-30',
        posted: true,
        fee_paid: true,
      },
    ])
  })

  test('begins with the next numbers and the specified dates, and without the values of the previous child', async () => {
    covers('spec 4.success.admission', 'spec 5.new-admission.dates')
    covers('spec 5.new-admission.numbers', 'decisions 4.roll-numbers.shown')
    covers('spec 5.new-admission.due-date', 'spec 5.new-admission.period')

    await admit(await school.as('desk@main.test'))
    const page = await open()
    expect(field('Roll No\\.').value).toBe('2')
    expect(field('Roll No\\.').readOnly).toBe(true)
    expect(field('Admission No\\.').value).toBe('2')
    expect(field('Registration No\\.').value).toBe('2')
    expect(screen.getAllByText('next')).toHaveLength(3)
    expect(field('Admission Date').value).toBe('21/11/2026')
    await goToFees(page)
    expect(field('Issue Date').value).toBe('21/11/2026')
    expect(field('Due Date').value).toBe('01/12/2026')
    expect(field('Fee Period from').value).toBe('01/11/2026')
    expect(field('Fee Period to').value).toBe('30/11/2026')

    // A due date before the issue date, and a period that ends before it starts, are corrected.
    fill({ 'Due Date': '20/11/2026' })
    expect(field('Due Date').value).toBe('21/11/2026')
    expect(screen.getByText(/it is now the same day/)).toBeDefined()
    fill({ 'Fee Period from': '2026-12-01' })
    expect(field('Fee Period to').value).toBe('01/12/2026')

    // Another clerk is quicker, so the child gets the next number.
    await admit(await school.as('desk@main.test'))
    fill(fees)
    await page.user.click(button('Submit'))
    expect(await closeAlert(page, 'Admission added successfully')).toContain('Roll No. 3')
    await openEntry(page.user, 'Add new Admission')
    await screen.findByRole('heading', { name: 'Student Information' })
    expect(field('Student Name').value).toBe('')
    expect(screen.queryByText(/typed before/)).toBeNull()
  })
})

describe('a missing or wrong value', () => {
  test('keeps the clerk in step 1, marks each empty field and moves the cursor to the first', async () => {
    covers('spec 5.new-admission.student-fields', 'spec 5.new-admission.optional', 'spec 8.forms.incomplete')

    const page = await open()
    await page.user.click(button('Next'))
    await closeAlert(page, 'Please fill all the fields')
    await waitFor(() => expect(document.activeElement).toBe(field('Student Name')))
    for (const label of Object.keys(child)) expect([label, isMarked(label)]).toEqual([label, true])
    for (const label of [
      'Address',
      'Father CNIC',
      'Father Occupation',
      'Mother Phone Number',
      'Father Email',
    ]) {
      expect([label, isMarked(label)]).toEqual([label, false])
    }
    expect(screen.getByRole('heading', { name: 'Student Information' })).toBeDefined()

    fill({ 'Student Name': 'Ayesha' })
    expect(isMarked('Student Name')).toBe(false)
    fill({ ...child, 'Date of Birth': '21/11/2026' })
    await page.user.click(button('Next'))
    await screen.findByText('Date of birth must be in the past')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await goToFees(page)
  })

  test('prevents step 2 from being sent, and a refusal by the server returns to the step with the field', async () => {
    covers('spec 5.new-admission.fee-fields')

    const page = await open()
    await goToFees(page, { 'Father Name': 'Imran \u202eKhan' })
    fill({ ...fees, Discount: '' })
    await page.user.click(button('Submit'))
    await closeAlert(page, 'Please fill all the fields')
    await waitFor(() => expect(document.activeElement).toBe(field('Discount')))
    expect(isMarked('Monthly Fee')).toBe(false)
    expect(await students()).toHaveLength(0)

    // An unreadable date is not replaced silently.
    fill({ Discount: '500', 'Issue Date': '31/11/2026' })
    await page.user.click(button('Submit'))
    await closeAlert(page, 'Please fill all the fields')
    expect(isMarked('Issue Date')).toBe(true)
    expect(await students()).toHaveLength(0)

    // A wrong entry is marked at its field, like an empty field.
    fill({ 'Issue Date': '21/11/2026', Discount: '5000.01', 'Admission Fee': '12.345' })
    expect(screen.getByText('The discount may not exceed the monthly fee')).toBeDefined()
    await page.user.click(button('Submit'))
    await screen.findByText('Enter an amount such as 4500 or 4500.50')
    await waitFor(() => expect(document.activeElement).toBe(field('Discount')))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await students()).toHaveLength(0)

    fill(fees)
    await page.user.click(button('Submit'))
    await screen.findByText('Has characters that cannot be saved')
    expect(screen.getByRole('heading', { name: 'Student Information' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Father Name')))
  })
})

describe('help while typing', () => {
  const warningOf = (label: string) =>
    document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent

  test('names a recorded student with the same two names, but not a sibling, and does not stop the admission', async () => {
    const desk = await school.as('desk@main.test')
    await admit(desk, { studentData: { studentName: 'Ayesha Khan', fatherName: 'Imran Khan' } })
    await admit(desk, { studentData: { studentName: 'Bilal Khan', fatherName: 'Imran Khan' } })
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    const page = await open()
    fill({ 'Student Name': 'ayesha', 'Father Name': 'IMRAN' })
    const same = await screen.findByRole('link', { name: 'Ayesha Khan' })
    expect(same.getAttribute('href')).toBe('/student?roll=1')
    const notice = same.closest('[role=status]')
    expect(notice?.textContent).toBe(
      'Is this student already on record?Ayesha KhanImran Khan · 5 Red · Roll No. 1Left',
    )
    await goToFees(page, { 'Student Name': 'ayesha', 'Father Name': 'IMRAN' })
    await page.user.click(button('Back'))
    fill({ 'Student Name': 'Ayesha Tariq' })
    await waitFor(() => expect(screen.queryByText(/in the records already/)).toBeNull())
  })

  test('adds dashes to typed or pasted numbers, asks about an unusual age, and accepts incomplete contacts', async () => {
    covers('decisions 6.contacts.incomplete')

    const page = await open()
    await page.user.type(field('Father CNIC'), '3520212345671')
    expect(field('Father CNIC').value).toBe('35202-1234567-1')
    await page.user.click(field('Father Phone Number'))
    await page.user.paste('03001234567')
    expect(field('Father Phone Number').value).toBe('0300-1234567')
    fill({ 'Date of Birth': '12/04/2025' })
    expect(screen.getByText('Age 1 on admission. Is the year right?')).toBeDefined()
    fill({ 'Date of Birth': '12/04/2016' })
    expect(screen.queryByText(/Is the year right/)).toBeNull()

    fill({ 'Father CNIC': '35202', 'Mother Phone Number': '12345', 'Father Email': 'imran@example' })
    expect(warningOf('Father CNIC')).toBeUndefined()
    await waitFor(() =>
      expect(['Father CNIC', 'Mother Phone Number', 'Father Email'].map(warningOf)).toEqual([
        'Looks incomplete: a CNIC has 13 digits',
        'Looks incomplete: a telephone number has 7 to 15 digits',
        'Looks incomplete: an e-mail is like name@example.com',
      ]),
    )
    expect(isMarked('Father CNIC')).toBe(false)
    fill({ 'Father Email': 'imran@example.pk' })
    expect(warningOf('Father Email')).toBeUndefined()

    await goToFees(page, { 'Father Phone Number': '1234' })
    fill(fees)
    await page.user.click(button('Submit'))
    await closeAlert(page, 'Admission added successfully')
    expect(await students()).toMatchObject([
      { father_cnic: '35202', telephone: '12345', father_home_phone: '1234' },
    ])
  })
})

test('a read-only role is redirected to the dashboard', async () => {
  const page = await openScreen(school, '/new-admissions', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
