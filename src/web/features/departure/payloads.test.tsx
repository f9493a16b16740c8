import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

const admitInto = (desk: Caller, studentClass: string) =>
  admit(desk, {
    studentData: { studentClass, admissionDate: '2026-04-01' },
    financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
  })

async function press({ user }: OpenScreen, name: string) {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
}

async function confirm({ user }: OpenScreen, title: string, name: string) {
  const question = await screen.findByRole('alertdialog', { name: title })
  await user.click(within(question).getByRole('button', { name }))
}

test('the page sends every field of the specification when a class, a graduate or a student leaves', async () => {
  const desk = await school.as('desk@main.test')
  for (const studentClass of ['5', '10', '1']) await admitInto(desk, studentClass)
  const page = await openScreen(school, '/promotions', 'desk@main.test')
  const sent = recordSentCalls()
  await page.user.selectOptions(await screen.findByLabelText(/^Class/), '5')
  await press(page, 'Promote class')
  await confirm(page, 'Promote class 5 to class 6?', 'Promote class')
  await readAndClose(page, 'Class promoted successfully')

  await page.goTo('/graduation')
  await press(page, 'Graduate class 10')
  await confirm(page, 'Graduate class 10?', 'Graduate class 10')
  await readAndClose(page, 'Class graduated successfully')
  expect(bodiesOf(sent, 'promoteClass')).toEqual([
    { classToPromote: '5', graduationDate: '', isGraduation: false, campus: 'Main Campus' },
    { classToPromote: '10', graduationDate: '2026-11-21', isGraduation: true, campus: 'Main Campus' },
  ])

  // A student of class 1 leaves without graduating.
  await page.goTo('/student-removal?roll=3')
  await press(page, 'Remove')
  await confirm(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')
  await readAndClose(page, 'Student removed successfully')
  expect(bodiesOf(sent, 'removeStudent/3')).toEqual([
    { removalDate: '2026-11-21', leave: true, graduated: false },
  ])

  // The arrears that the clerk saw are sent.
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await page.goTo('/student-removal?roll=1')
  await press(page, 'Mark arrears as paid')
  await confirm(page, 'Mark arrears as paid?', 'Yes, mark 4,500 as paid')
  await readAndClose(page, 'Arrears marked paid successfully')
  expect(bodiesOf(sent, 'markArrearsPaid')).toEqual([
    { receivedBy: 'desk clerk', receivedDate: '2026-11-21', method: 'cash', expectedBalance: 4500 },
  ])
})
