import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { button, child, goToFees, openAdmission } from '#test/admission-screen.ts'
import { field, fill } from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import type { OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const open = () => openAdmission(school)

/** Fills in the child and continues once the class's fees have loaded, which normally happens while a clerk types. */
async function goToLoadedFees({ user, queries }: OpenScreen): Promise<void> {
  fill(child)
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  await user.click(button('Next'))
  await screen.findByRole('heading', { name: 'Financial Information' })
}

test('an admission begins with the cursor on the name, and with the most common fees of the class', async () => {
  const desk = await school.as('desk@main.test')
  for (const discount of [0, 500]) await admit(desk, { financialData: { monthlyFee: 5200, discount } })
  const page = await open()
  await waitFor(() => expect(document.activeElement).toBe(field('Student Name')))
  await goToLoadedFees(page)
  screen.getByText('Monthly fee as 2 of 2 in class 5')
  expect(field('Monthly Fee').value).toBe('5,200')
  expect(field('Discount').value).toBe('0')
  screen.getByText(child['Student Name'])
  fill({ 'Monthly Fee': '4000' })
  expect(screen.queryByText(/^Monthly fee as/)).toBeNull()
  await page.user.click(button('Submit'))
  const alert = await screen.findByRole('alertdialog', { name: 'Admission added successfully' })
  expect(alert.textContent).toContain(`${child['Student Name']}, class 5 Red`)
  await page.user.click(button('Open student'))
  await screen.findByRole('heading', { level: 1, name: child['Student Name'] })
  expect(page.search()).toBe('?roll=3')
})

test('an admission begins with the fee plan of the class, and falls back to the most common fees for amounts that the plan lacks', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post('/admissions/saveFeePlan/Main%20Campus', {
    classes: [{ studentClass: '5', monthlyFee: 4750.5, admissionFee: 0 }],
  })
  const desk = await school.as('desk@main.test')
  await admit(desk, { financialData: { monthlyFee: 5200, admissionFee: 2000, registrationFee: 700 } })
  const page = await open()
  await goToLoadedFees(page)
  screen.getByText('Monthly fee as in the fee plan of class 5')
  const values = () =>
    ['Monthly Fee', 'Discount', 'Admission Fee', 'Registration Fee'].map((label) => field(label).value)
  expect(values()).toEqual(['4,750.50', '0', '0', '700'])
})

/** Opens the admission screen and goes to the fees step before the class's fees have loaded; `load` lets them load. */
async function goToFeesBeforeTheyLoad() {
  await admit(await school.as('desk@main.test'), { financialData: { monthlyFee: 5200 } })
  const page = await open()
  const release = page.holdBack('/usualFees/Main%20Campus/5')
  await goToFees(page)
  expect(field('Monthly Fee').value).toBe('')
  async function load() {
    release()
    await waitFor(() => expect(page.queries.isFetching()).toBe(0))
  }
  return { ...page, load }
}

test('fees that load after the clerk has reached the step are filled in and selected', async () => {
  const { load } = await goToFeesBeforeTheyLoad()
  act(() => field('Monthly Fee').focus())
  await load()
  await waitFor(() => expect(field('Monthly Fee').value).toBe('5,200'))
  expect(field('Discount').value).toBe('0')
  await waitFor(() => expect(field('Monthly Fee').selectionStart).toBe(0))
  expect(field('Monthly Fee').selectionEnd).toBe('5,200'.length)
})

test('fees that the clerk has typed are kept when the fees of the class load later', async () => {
  const { load } = await goToFeesBeforeTheyLoad()
  fill({ 'Monthly Fee': '4000' })
  await load()
  expect(field('Monthly Fee').value).toBe('4000')
})

test('the fees are cleared as soon as another class is chosen', async () => {
  const page = await goToFeesBeforeTheyLoad()
  await page.load()
  await waitFor(() => expect(field('Monthly Fee').value).toBe('5,200'))
  page.holdBack('/usualFees/Main%20Campus/6')
  await page.user.click(button('Back'))
  await goToFees(page, { Class: '6' })
  await waitFor(() => expect(field('Monthly Fee').value).toBe(''))
  expect(field('Discount').value).toBe('')
})
