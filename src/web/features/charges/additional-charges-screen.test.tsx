import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { changeStudent, field, fill, rollField } from '#test/form-fields.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let office: Caller

/** Ayesha and Bilal of 5 Red and Sana of Prep Red; all but Bilal, who came today, have an open voucher for November. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const then = await school.as('office@main.test')
  await admit(then, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(then, { studentData: { studentName: 'Sana Malik', studentClass: 'Prep' } })
  school.now = new Date('2026-11-21T09:00:00+05:00')
  office = await school.as('office@main.test')
  await office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
  await admit(office, { studentData: { studentName: 'Bilal Ahmed' } })
})
afterAll(() => school[Symbol.asyncDispose]())

const done = 'Successfully added additional charges'
const save = () => screen.getByText('Save').closest('button') as HTMLButtonElement
const saveReady = () => waitFor(() => expect(save().disabled).toBe(false))
const preview = () => screen.getByLabelText('What will be charged')
const figures = () =>
  [...preview().querySelectorAll('dt')].map(
    (term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`,
  )

/** The examination fees on the November vouchers and the pending fees, by roll number, in paisa. */
async function fees() {
  const vouchers = school.db.selectFrom('vouchers').select('examination_fee').where('kind', '=', 'monthly')
  const waiting = school.db.selectFrom('fees').select('examination_fee')
  const both = [await vouchers.orderBy('roll_no').execute(), await waiting.orderBy('roll_no').execute()]
  const [onVouchers = [], inWaiting = []] = both.map((rows) => rows.map((row) => row.examination_fee))
  return { onVouchers, inWaiting }
}
const noFees = { onVouchers: [0, 0], inWaiting: [0, 0, 0] }

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/additional-charges', 'office@main.test')
  await screen.findByRole('heading', { level: 1, name: 'Additional charges' })
  return page
}

describe('a class and section', () => {
  test('are previewed with numbers and sums, charged and confirmed; then the screen goes back', async () => {
    covers('spec 1.jobs.charge', 'spec 2.routes.additional-charges', 'spec 5.charges.save')
    covers('spec 5.charges.whole-class', 'spec 8.state.charges', 'decisions 3.fees.whole-class')

    const page = await open()
    expect(save().disabled).toBe(true)
    fill({ Class: '5', Section: 'Red' })
    await within(preview()).findByText('Examination fee for 2 students of class 5 Red')
    expect(save().disabled).toBe(true)
    fill({ 'Examination Fee': '1,500', Note: 'Midterm' })
    await saveReady()
    expect(figures()).toEqual([
      'Students: 2',
      'Total: Rs 3,000',
      "On this month's vouchers: 1",
      'On the next voucher: 1',
    ])
    expect(preview().textContent).not.toContain('already')

    await page.user.click(save())
    await screen.findByRole('alertdialog')
    expect(page.path()).toBe('/additional-charges')
    expect(await readAndClose(page, done)).toContain(
      'Added to 1 voucher; on the next voucher for 1 student. Total Rs 3,000.',
    )
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await fees()).toEqual({ onVouchers: [150_000, 0], inWaiting: [0, 0, 150_000] })

    await page.user.click(await screen.findByRole('tab', { name: 'Vouchers' }))
    await page.user.click(screen.getByRole('link', { name: /Additional charges/ }))
    await rollField()
    expect(['Class', 'Examination Fee', 'Note'].map((label) => field(label).value)).toEqual(['', '', ''])
    fill({ Class: '5', Section: 'Red' })
    await within(preview()).findByText('2 of them have an examination fee already; this one is added to it.')
  })

  test('match no student if only the section is set, and are counted again if another child was admitted meanwhile', async () => {
    covers('spec 5.charges.save', 'spec 5.charges.nobody')

    const page = await open()
    fill({ Section: 'Red', 'Examination Fee': '1500' })
    await page.user.type(field('Examination Fee'), '{Enter}')
    await readAndClose(
      page,
      'Please select a class and section or enter student roll number to apply charges',
    )
    expect(save().disabled).toBe(true)
    fill({ Class: 'Hifz' })
    await within(preview()).findByText('No student is in class Hifz Red')
    expect(save().disabled).toBe(true)

    fill({ Class: '5' })
    await saveReady()
    for (const [typed, words] of [
      ['1500.555', 'Enter an amount such as 4500 or 4500.50'],
      ['0', 'The amount must be more than 0'],
      ['10000000', 'At most 9,999,999.99'],
      ['', 'Total: –'],
    ] as const) {
      fill({ 'Examination Fee': typed })
      expect([...figures(), field('Examination Fee').closest('form')?.textContent].join()).toContain(words)
      expect(save().disabled).toBe(true)
    }
    expect(await fees()).toEqual(noFees)

    // Another child is admitted meanwhile.
    fill({ 'Examination Fee': '1000' })
    await saveReady()
    await admit(office)
    await page.user.click(save())
    await readAndClose(page, 'The students of this class have changed. Please check again.')
    expect(await fees()).toMatchObject({ onVouchers: [0, 0] })
    await within(preview()).findByText('Examination fee for 3 students of class 5 Red')
    expect(figures()).toContain('Total: Rs 3,000')
  })
})

describe('a student', () => {
  test('fills in and locks class and section until the number is cleared; an unknown number does not select everyone', async () => {
    await office.post('/finances/addAdditionalCharges', { rollNumber: 2, examinationFee: 200 })
    const page = await open()
    fill({ Class: '5', Section: 'Red', 'Examination Fee': '1500' })
    await page.user.type(await rollField(), '2{Enter}')
    await screen.findByText('Student found')
    expect(field('Class')).toMatchObject({ value: 'Prep', disabled: true })
    expect(field('Section')).toMatchObject({ value: 'Red', disabled: true })
    screen.getByRole('link', { name: 'Sana Malik' })
    await within(preview()).findByText('Examination fee for Sana Malik, roll no. 2')
    within(preview()).getByText('There is an examination fee already; this one is added to it.')
    expect(figures().slice(0, 3)).toEqual(['Students: 1', 'Total: Rs 1,500', "On this month's vouchers: 1"])

    await changeStudent(page)
    expect(field('Class')).toMatchObject({ value: '5', disabled: false })
    await page.user.type(await rollField(), '77{Enter}')
    await screen.findByText('Student not found')
    expect(figures()).toEqual([])
    expect(save().disabled).toBe(true)

    await page.user.clear(await rollField())
    await page.user.type(await rollField(), '2{Enter}')
    await saveReady()
    await page.user.click(save())
    expect(await readAndClose(page, done)).toContain('Added to 1 voucher. Total Rs 1,500.')
    expect(await fees()).toEqual({ onVouchers: [0, 170_000], inWaiting: [0, 0, 0] })
  })
})

describe('an additional charge', () => {
  test('is made once, even if the reply is lost or the button is pressed several times', async () => {
    const page = await open()
    fill({ Class: '5', Section: 'Red', 'Examination Fee': '1000' })
    await saveReady()
    const joined = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      await joined(input, init)
      throw new TypeError('Failed to fetch')
    }
    await page.user.click(save())
    await page.stopTrying()
    expect(await readAndClose(page, 'An error occurred')).toContain(
      'What you typed is kept.\nPress Save again: it is charged only once.',
    )
    expect(page.path()).toBe('/additional-charges')
    expect(field('Examination Fee').value).toBe('1000')
    const again = await within(preview()).findByRole('button', { name: 'Try again' })
    globalThis.fetch = joined
    await page.user.click(again)
    await within(preview()).findByText(/^2 of them have an examination fee already/)
    await saveReady()
    await page.user.click(save())
    await readAndClose(page, done)
    expect(await fees()).toEqual({ onVouchers: [100_000, 0], inWaiting: [0, 0, 100_000] })

    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await page.goTo('/additional-charges')
    await rollField()
    fill({ Class: '5', Section: 'Red', 'Examination Fee': '500' })
    await saveReady()
    await page.user.dblClick(save())
    await readAndClose(page, done)
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await fees()).toEqual({ onVouchers: [150_000, 0], inWaiting: [0, 0, 150_000] })
  })

  test('is made for many students only after a confirmation with their number', async () => {
    for (let more = 0; more < 19; more += 1) await admit(office)
    await office.post('/finances/addAdditionalCharges', { rollNumber: 1, examinationFee: 200 })
    const page = await open()
    fill({ Class: '5', Section: 'Red', 'Examination Fee': '100.50' })
    await saveReady()
    await page.user.click(save())
    const question = await screen.findByRole('alertdialog', { name: 'Charge 21 students of class 5 Red?' })
    expect(question.textContent).toContain('Examination fee 100.50 each, Rs 2,110.50 in total.')
    expect(question.textContent).toContain(
      "On this month's vouchers: 1. On the next voucher: 20.\n1 of them has an examination fee already; this one is added to it.",
    )
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect((await fees()).onVouchers).toEqual([20_000, 0])

    await page.user.dblClick(save())
    await page.user.click(await screen.findByRole('button', { name: 'Charge 21 students' }))
    expect(await readAndClose(page, done)).toContain(
      'Added to 1 voucher; on the next voucher for 20 students. Total Rs 2,110.50.',
    )
    expect((await fees()).onVouchers).toEqual([30_050, 0])
  })
})
