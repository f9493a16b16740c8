import { readAndClose } from '#test/counter-school.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const school = await openSchool()
let desk: Caller
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

const admitInto = (studentClass: string) =>
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

describe('what leaves the page carries every field of the specification', () => {
  test('promoteClass of a class', async () => {
    await admitInto('5')
    const page = await openScreen(school, '/promotions', 'desk@main.test')
    await page.user.selectOptions(await screen.findByLabelText(/^Class/), '5')
    const sent = recordSentCalls()
    await press(page, 'Promote class')
    await confirm(page, 'Promote class 5 to class 6?', 'Promote class')
    await readAndClose(page, 'Class promoted successfully')
    expect(bodiesOf(sent, 'promoteClass')).toEqual([
      { classToPromote: '5', graduationDate: '', isGraduation: false, campus: 'Main Campus' },
    ])
  })

  test('promoteClass of a graduation', async () => {
    await admitInto('10')
    const page = await openScreen(school, '/graduation', 'desk@main.test')
    const sent = recordSentCalls()
    await press(page, 'Graduate class 10')
    await confirm(page, 'Graduate class 10?', 'Graduate class 10')
    await readAndClose(page, 'Class graduated successfully')
    expect(bodiesOf(sent, 'promoteClass')).toEqual([
      { classToPromote: '10', graduationDate: '2026-11-21', isGraduation: true, campus: 'Main Campus' },
    ])
  })

  test('removeStudent, with the ticks', async () => {
    await admitInto('1')
    const page = await openScreen(school, '/student-removal?roll=1', 'desk@main.test')
    await screen.findByText('Student found')
    const sent = recordSentCalls()
    await press(page, 'Remove')
    await confirm(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')
    await readAndClose(page, 'Student removed successfully')
    expect(bodiesOf(sent, 'removeStudent/1')).toEqual([
      { removalDate: '2026-11-21', leave: true, graduated: false },
    ])
  })

  test('markArrearsPaid, with the arrears that the clerk saw', async () => {
    await admitInto('5')
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const page = await openScreen(school, '/student-removal?roll=1', 'desk@main.test')
    const sent = recordSentCalls()
    await press(page, 'Mark arrears as paid')
    await confirm(page, 'Mark arrears as paid?', 'Yes, mark 4,500 as paid')
    await readAndClose(page, 'Arrears marked paid successfully')
    expect(bodiesOf(sent, 'markArrearsPaid')).toEqual([
      { receivedBy: 'desk clerk', receivedDate: '2026-11-21', method: 'cash', expectedBalance: 4500 },
    ])
  })
})
