import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { bringBackButton, setValue } from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import { answerAlert, openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterEach(cleanup)
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openScreen(school, '/fee-plan', 'admin@main.test')
/** Sets an amount at once. */
const enter = (head: string, studentClass: string, value: string) =>
  setValue(field(head, studentClass), value)
const field = (head: string, studentClass: string) =>
  screen.getByLabelText<HTMLInputElement>(`${head}, class ${studentClass}`)
const firstField = () => screen.findByLabelText<HTMLInputElement>('Monthly Tuition Fee, class Play Group')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const rows = () =>
  school.db
    .selectFrom('fee_plans')
    .select(['student_class', 'monthly_fee', 'admission_fee'])
    .orderBy('student_class')
    .execute()
const setBy = async (classes: readonly object[]) =>
  (await school.as('admin@main.test')).post('/admissions/saveFeePlan/Main%20Campus', { classes })

test('an admin enters, saves and clears the fees of each class, and the fees that another admin saved are kept', async () => {
  const page = await open()
  await firstField()
  expect(save().disabled).toBe(true)
  await page.user.type(field('Monthly Tuition Fee', '5'), '4500')
  enter('Admission Fee', '5', '2000.50')
  expect((await screen.findByText('2 amounts not saved')).role).toBe('status')
  await page.user.click(save())
  await answerAlert(page, 'Fee plan saved')
  expect(await rows()).toEqual([{ student_class: '5', monthly_fee: 450_000, admission_fee: 200_050 }])
  expect(field('Monthly Tuition Fee', '5').value).toBe('4,500')
  expect(save().disabled).toBe(true)

  enter('Monthly Tuition Fee', '5', '')
  await page.user.click(save())
  await answerAlert(page, 'Fee plan saved')
  expect(await rows()).toEqual([{ student_class: '5', monthly_fee: null, admission_fee: 200_050 }])

  // Another admin saves meanwhile: the saved fee is not overwritten, and the typed fees are kept.
  enter('Monthly Tuition Fee', '2', '3200')
  await setBy([
    { studentClass: '5', monthlyFee: 3100, admissionFee: 2000.5 },
    { studentClass: '3', admissionFee: 900 },
  ])
  await page.user.click(save())
  await answerAlert(page, 'The fee plan has changed. Please check it again.')
  expect(['5', '2'].map((studentClass) => field('Monthly Tuition Fee', studentClass).value)).toEqual([
    '3,100',
    '3200',
  ])
  expect(field('Admission Fee', '3').value).toBe('900')
  screen.getByText('1 amount not saved')
  await page.user.click(save())
  await answerAlert(page, 'Fee plan saved')
  expect(await rows()).toEqual([
    { student_class: '2', monthly_fee: 320_000, admission_fee: null },
    { student_class: '3', monthly_fee: null, admission_fee: 90_000 },
    { student_class: '5', monthly_fee: 310_000, admission_fee: 200_050 },
  ])
})

test('empty monthly fees are filled with the most common fee of the class, and saved only by Save', async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk)
  await admit(desk, { studentData: { studentClass: '6' }, financialData: { monthlyFee: 5200 } })
  await setBy([{ studentClass: '6', monthlyFee: 5500 }])
  const page = await openScreen(school, '/fee-plan?from=students', 'admin@main.test')
  await screen.findByText('1 amount not saved')
  expect(field('Monthly Tuition Fee', '5').value).toBe('5,000')
  expect(field('Monthly Tuition Fee', '6').value).toBe('5,500')
  expect(field('Monthly Tuition Fee', '7').value).toBe('')
  await page.user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await page.user.click(screen.getByRole('button', { name: 'Fill in what most students pay' }))
  await screen.findByText('1 amount not saved')
})

test('typed text is kept while the fees of the students are loading', async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk)
  await admit(desk, { studentData: { studentClass: '6' }, financialData: { monthlyFee: 5200 } })
  const page = await open()
  await firstField()
  const release = page.holdBack('/usualFees/')
  await page.user.click(screen.getByRole('button', { name: 'Fill in what most students pay' }))
  enter('Monthly Tuition Fee', '5', '4100')
  release()
  await waitFor(() => expect(field('Monthly Tuition Fee', '6').value).toBe('5,200'))
  expect(field('Monthly Tuition Fee', '5').value).toBe('4100')
})

test('Enter and the arrow keys move through the amounts as in a spreadsheet, and typed amounts stay', async () => {
  const { user } = await open()
  await user.click(await firstField())
  await user.keyboard('3000{Enter}')
  expect(document.activeElement).toBe(field('Monthly Tuition Fee', 'Nursery'))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(field('Monthly Tuition Fee', 'Prep'))
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(document.activeElement).toBe(field('Monthly Tuition Fee', 'Nursery'))
  await user.keyboard('{Tab}')
  expect(document.activeElement).toBe(field('Registration Fee', 'Nursery'))
  await user.click(field('Monthly Tuition Fee', 'Hifz'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(field('Monthly Tuition Fee', 'Hifz'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field('Registration Fee', 'Play Group'))

  // The next visit brings the typed amounts back.
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await user.click(await screen.findByRole('tab', { name: 'Administration' }))
  await user.click(await screen.findByRole('link', { name: 'Fee plan' }))
  expect((await firstField()).value).toBe('')
  await user.click(await bringBackButton())
  await waitFor(() => expect(field('Monthly Tuition Fee', 'Play Group').value).toBe('3000'))
  screen.getByText('1 amount not saved')
})

test('the amounts of a class are copied to the classes below; an unreadable amount is marked and nothing is saved', async () => {
  const { user } = await open()
  await firstField()
  enter('Monthly Tuition Fee', '8', '5000')
  enter('Registration Fee', '8', '500')
  await user.click(screen.getByRole('button', { name: 'Copy class 8 to the classes below' }))
  expect(['9', '10', 'Hifz'].map((below) => field('Registration Fee', below).value)).toEqual([
    '500',
    '500',
    '500',
  ])
  expect(field('Monthly Tuition Fee', '7').value).toBe('')
  screen.getByText('8 amounts not saved')
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field('Monthly Tuition Fee', '9').value).toBe('')
  expect(save().disabled).toBe(true)

  enter('Monthly Tuition Fee', '2', 'much')
  screen.getByText('1 amount not saved')
  enter('Monthly Tuition Fee', '1', '3000')
  enter('Examination Fee', '3', '10000000')
  await user.click(save())
  await screen.findByText('Enter an amount, or leave it empty')
  screen.getByText('At most 9,999,999.99')
  await waitFor(() => expect(document.activeElement).toBe(field('Monthly Tuition Fee', '2')))
  expect(await rows()).toEqual([])
})
