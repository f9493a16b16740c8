import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { openEntry, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller

/** Ayesha and Bilal in class 5 and Sana in class 4 since April. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  desk = await school.as('desk@main.test')
  await enter('Ayesha Khan', '5')
  await enter('Bilal Ahmed', '5')
  await enter('Sana Malik', '4')
})
afterAll(() => school[Symbol.asyncDispose]())

const enter = (studentName: string, studentClass: string) =>
  admit(desk, { studentData: { studentName, studentClass, admissionDate: '2026-04-01' } })
const promote = (classToPromote: string) =>
  desk.post('/admissions/promoteClass', { classToPromote, campus: 'Main Campus' })
const students = () =>
  school.db
    .selectFrom('students')
    .select(['student_name', 'student_class', 'state', 'left_on'])
    .orderBy('roll_no')
    .execute()
const classesNow = async () => (await students()).map(({ student_class }) => student_class)

const classField = () => screen.getByLabelText<HTMLSelectElement>(/^Class/)
const act = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

async function open(path: string, title: string): Promise<OpenScreen> {
  const page = await openScreen(school, path, 'desk@main.test')
  await screen.findByRole('heading', { level: 1, name: title })
  return page
}

async function press({ user }: OpenScreen, name: string) {
  await waitFor(() => expect(act(name).disabled).toBe(false))
  await user.click(act(name))
}

/** Answers the question and returns its text. */
async function answer({ user }: OpenScreen, title: string, button: string) {
  const question = await screen.findByRole('alertdialog', { name: title })
  const words = question.textContent
  await user.click(within(question).getByRole('button', { name: button }))
  return words
}

describe('promoting a class', () => {
  test('names the moved and the skipped students with the reason, asks with figures, moves them and confirms it', async () => {
    covers('spec 1.jobs.promote', 'spec 4.success.promotion', 'spec 8.promotion.promoted')
    covers('decisions 4.promotion.preview')

    await promote('4')
    const page = await open('/promotions', 'Class Promotions')
    await page.user.selectOptions(classField(), '5')
    const headline = '2 students move from class 5 to class 6'
    expect(rowsOf(await screen.findByRole('table', { name: headline }))).toEqual([
      ['1', 'Ayesha Khan', '5 → 6', 'Imran Khan', 'Red'],
      ['2', 'Bilal Ahmed', '5 → 6', 'Imran Khan', 'Red'],
    ])
    const skipped = screen.getByRole('table', {
      name: '1 student is skipped: promoted less than 180 days ago',
    })
    expect(rowsOf(skipped)).toEqual([
      ['3', 'Sana Malik', 'Promoted on 21 Nov 2026', '20 May 2027', 'Imran Khan', 'Red'],
    ])

    await press(page, 'Promote class')
    const question = await answer(page, 'Promote class 5 to class 6?', 'Promote class')
    expect(question).toContain(`${headline}.`)
    expect(question).toContain('1 student skipped: promoted less than 180 days ago.')
    expect(await answer(page, 'Class promoted successfully', 'OK')).toContain('2 promoted, 1 skipped.')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await classesNow()).toEqual(['6', '6', '5'])
    await openEntry(page.user, 'Class Promotions')
    await screen.findByRole('heading', { level: 1, name: 'Class Promotions' })
    expect(classField().value).toBe('')
  })

  test('offers every class except 10 and Hifz, requires a choice, and moves nobody on Cancel or without a connection', async () => {
    covers('spec 5.promotion.class')

    const page = await open('/promotions', 'Class Promotions')
    const offered = [...classField().options].map(({ value }) => value)
    expect(offered).toEqual([
      '',
      'Play Group',
      'Nursery',
      'Prep',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ])
    await press(page, 'Promote class')
    await answer(page, 'Please fill all the fields', 'OK')
    screen.getByText('Please choose a class')
    await waitFor(() => expect(document.activeElement).toBe(classField()))

    await page.user.selectOptions(classField(), '5')
    await press(page, 'Promote class')
    await answer(page, 'Promote class 5 to class 6?', 'Cancel')
    expect(page.path()).toBe('/promotions')
    expect(await classesNow()).toEqual(['5', '5', '4'])

    page.network.isDown = true
    await press(page, 'Promote class')
    await answer(page, 'Promote class 5 to class 6?', 'Promote class')
    await page.stopTrying()
    await answer(page, 'Process failed because no connection to the server. What you typed is kept.', 'OK')
    page.network.isDown = false
    expect(classField().value).toBe('5')
    await press(page, 'Promote class')
    await answer(page, 'Promote class 5 to class 6?', 'Promote class')
    await answer(page, 'Class promoted successfully', 'OK')
    expect(await classesNow()).toEqual(['6', '6', '4'])
  })

  test('links to the graduation for class 10, one step from the promotion and back', async () => {
    covers('spec 5.promotion.class-10', 'spec 2.routes.promotions')

    const page = await open('/promotions?class=10', 'Class Promotions')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain(
      "You can't promote class 10 to next class. Please use graduation page instead.",
    )
    await page.user.click(within(notice).getByRole('link', { name: 'Go to Graduation' }))
    await screen.findByRole('heading', { level: 1, name: 'Graduation' })
    expect(screen.queryByRole('alert')).toBeNull()

    await page.user.click(screen.getByRole('link', { name: 'Promote another class' }))
    await screen.findByRole('heading', { level: 1, name: 'Class Promotions' })
    expect(classField().value).toBe('')
    await page.user.click(screen.getByRole('link', { name: 'Graduate class 10' }))
    await screen.findByRole('heading', { level: 1, name: 'Graduation' })
  })

  test('fails with the reason if another clerk was quicker, and names the skipped students if none moves', async () => {
    covers('spec 8.promotion.failed', 'spec 8.promotion.server-message')

    const page = await open('/promotions', 'Class Promotions')
    await page.user.selectOptions(classField(), '5')
    await screen.findByRole('table')
    await promote('5')
    await press(page, 'Promote class')
    await answer(page, 'Promote class 5 to class 6?', 'Promote class')
    await answer(page, 'Process failed because class 5 was already promoted', 'OK')
    await screen.findByRole('heading', { name: 'Class 5 was already promoted: no students will move' })
    expect(page.path()).toBe('/promotions')
    expect(await classesNow()).toEqual(['6', '6', '4'])

    await promote('4')
    await page.user.selectOptions(classField(), '6')
    await screen.findByRole('heading', { name: 'Class 6 was already promoted: no students will move' })
    expect(act('Promote class').disabled).toBe(true)
    await page.user.selectOptions(classField(), '4')
    await screen.findByRole('heading', { name: 'Class 4 was already promoted: no students will move' })
    expect(act('Promote class').disabled).toBe(true)
    await page.user.selectOptions(classField(), '9')
    await screen.findByRole('heading', { name: 'Class 9 has no students' })
    expect(act('Promote class').disabled).toBe(true)
  })
})

describe('graduating class 10', () => {
  const day = () => screen.getByLabelText<HTMLInputElement>(/^Graduation Date/)

  beforeEach(async () => {
    await enter('Dua Noor', '10')
  })

  test('names the graduates, refuses a missing day, a future day and a day before an admission, asks and confirms', async () => {
    covers('spec 1.jobs.promote', 'spec 4.success.promotion', 'spec 8.promotion.graduated')
    covers('spec 5.promotion.graduation-date')

    const page = await open('/graduation', 'Graduation')
    expect(rowsOf(await screen.findByRole('table', { name: '1 student of class 10 graduates' }))).toEqual([
      ['4', 'Dua Noor', '10 → graduates', 'Imran Khan', 'Red'],
    ])
    expect(day().value).toBe('21/11/2026')
    expect(screen.getByLabelText<HTMLInputElement>('Class').readOnly).toBe(true)
    for (const wrong of ['', '22/11/2026']) {
      fill({ 'Graduation Date': wrong })
      await press(page, 'Graduate class 10')
      await answer(page, 'Please fill all the fields', 'OK')
      await waitFor(() => expect(document.activeElement).toBe(day()))
      screen.getByText('Please enter a date up to today')
      expect((await students()).at(-1)?.state).toBe('active')
    }
    fill({ 'Graduation Date': '31/03/2026' })
    expect(screen.queryByText('Please enter a date up to today')).toBeNull()
    await press(page, 'Graduate class 10')
    await answer(page, 'Graduate class 10?', 'Graduate class 10')
    await screen.findByText('Date cannot be before the admission on 1 Apr 2026')
    await waitFor(() => expect(document.activeElement).toBe(day()))

    fill({ 'Graduation Date': '20/11/2026' })
    await press(page, 'Graduate class 10')
    expect(await answer(page, 'Graduate class 10?', 'Graduate class 10')).toContain(
      '1 student of class 10 graduates on 20 Nov 2026.',
    )
    expect(await answer(page, 'Class graduated successfully', 'OK')).toContain('1 graduated, 0 skipped.')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect((await students()).at(-1)).toMatchObject({ state: 'graduated', left_on: '2026-11-20' })
  })
})

test('promotion and graduation redirect a read-only user to the dashboard', async () => {
  const page = await openScreen(school, '/promotions', 'viewer@main.test')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
  await page.goTo('/graduation')
  await waitFor(() => expect(page.path()).toBe('/dashboard'))
})
