import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const opening = openSchool()
let school: TestSchool
/** Admits two children in October, posts their vouchers of November, and receives a part of one. */
beforeAll(async () => {
  school = await opening
  const desk = await school.as('desk@main.test')
  const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
  await admit(desk, october)
  await admit(desk, october)
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611', { receivedAmount: 500 })
})
afterEach(cleanup)
afterAll(async () => (await opening)[Symbol.asyncDispose]())

const stepsOf = (month: string) =>
  screen.findByRole('navigation', { name: `Vouchers of ${month}, step by step` })

/** Reads the words and the address of each step, and whether the step is the current one. */
const readSteps = async (month: string) => {
  const steps = await stepsOf(month)
  await within(steps).findByText(/Print 2/)
  return within(steps)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
}

test('the screens of a month show its steps with counts and links, except the screen that unposts', async () => {
  const { user, path, goTo } = await openScreen(school, '/generate-voucher/campus', 'desk@main.test')
  const november = [
    ['1 Generated 2', '/generate-voucher/campus?month=2026-11'],
    ['2 Posted 2', '/post-vouchers?month=2026-11'],
    ['3 Print 2', '/print-vouchers?month=2026-11&kind=admitted'],
  ] as const
  const withCurrent = (current: number) =>
    november.map((step, index) => [...step, index === current ? 'step' : null])
  expect(await readSteps('November 2026')).toEqual(withCurrent(0))
  await user.click(screen.getByRole('link', { name: '2 Posted 2' }))
  await screen.findByRole('heading', { level: 1, name: 'Post vouchers' })
  expect(await readSteps('November 2026')).toEqual(withCurrent(1))
  await user.click(screen.getByRole('link', { name: '3 Print 2' }))
  await screen.findByRole('table', { name: /Fee vouchers for admitted students/ })
  expect(path()).toBe('/print-vouchers')
  expect(await readSteps('November 2026')).toEqual(withCurrent(2))
  await goTo('/unpost-vouchers')
  await screen.findByRole('heading', { level: 1, name: 'Unpost vouchers' })
  expect(screen.queryByRole('navigation', { name: /step by step/ })).toBeNull()
})

test('a read-only user does not see the steps', async () => {
  await openScreen(school, '/print-vouchers', 'viewer@main.test')
  await screen.findByRole('button', { name: 'Show Data' })
  expect(screen.queryByRole('navigation', { name: /step by step/ })).toBeNull()
})

describe('the steps of a December with drafts only', () => {
  let desk: Caller
  beforeAll(async () => {
    desk = await school.as('desk@main.test')
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
  })

  test('stay on the chosen month from screen to screen, and after a reload', async () => {
    const { user, search } = await openScreen(school, '/post-vouchers?month=2026-12', 'desk@main.test')
    expect((await readSteps('December 2026')).map(([words]) => words)).toEqual([
      '1 Generated 2',
      '2 Post 2',
      '3 Print 2',
    ])
    await user.click(screen.getByRole('link', { name: '3 Print 2' }))
    await screen.findByRole('table', { name: /Fee vouchers for admitted students/ })
    await stepsOf('December 2026')
    // The screen has written its own address, with which a reload opens it.
    await waitFor(() => expect(search()).toBe('?class=all&section=all&month=2026-12&kind=admitted'))
    cleanup()
    await openScreen(school, `/print-vouchers${search()}`, 'desk@main.test')
    await stepsOf('December 2026')
    await screen.findByText('2 of 2 are not posted: families cannot pay them yet')
  })

  test('open the month of the step on the post screen', async () => {
    await desk.post('/finances/unpostVouchers/Main%20Campus/11')
    const { user } = await openScreen(school, '/post-vouchers', 'desk@main.test')
    await screen.findByText('Select a month to see its vouchers.')
    await user.click(await screen.findByRole('link', { name: '2 Post 1' }))
    await screen.findByRole('table', { name: 'Vouchers of November 2026 to post' })
  })
})
