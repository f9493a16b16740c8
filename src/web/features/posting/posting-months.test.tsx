import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()
let office: Caller

/** Two children admitted in September, with vouchers of December 2026 that wait to be posted. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  const september = await school.as('office@main.test')
  await admit(september, { studentData: { studentName: 'Ayesha Khan' } })
  await admit(september, { studentData: { studentName: 'Bilal Ahmed', studentClass: 'Prep' } })
  school.now = new Date('2026-11-21T09:00:00+05:00')
  office = await school.as('office@main.test')
  await generate('2026-12-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const generate = (fromDate: string) =>
  office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
const months = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
const offered = () => [...months().options].map(({ text }) => text).slice(1)
const chosen = () => months().selectedOptions[0]?.text
const table = (name: string) => screen.findByRole('table', { name })

const wholeYear = [
  'January 2027',
  'February 2027',
  'March 2027',
  'April 2027',
  'May 2027',
  'June 2027',
  'July 2027',
  'August 2027',
  'September 2027',
  'October 2027',
  'November 2027',
  'December 2027',
]

async function toJanuary() {
  school.now = new Date('2027-01-10T09:00:00+05:00')
  office = await school.as('office@main.test')
}

describe('the months to post in January', () => {
  beforeEach(toJanuary)

  test('are the whole new year, and last December if it has vouchers to post or unpost', async () => {
    covers('decisions 6.months.page')

    const page = await openScreen(school, '/post-vouchers', 'office@main.test')
    await screen.findByRole('option', { name: 'December 2026 (2 to post)' })
    expect(offered()).toEqual(['December 2026 (2 to post)', ...wholeYear])

    await page.user.selectOptions(months(), 'December 2027')
    await screen.findByText('No unposted vouchers found for the selected month.')
    await page.user.selectOptions(months(), 'December 2026 (2 to post)')
    await table('Vouchers of December 2026 to post')
    const sent = recordSentCalls()
    await page.user.click(screen.getByRole('button', { name: 'Post vouchers' }))
    expect(await readAndClose(page, 'Vouchers Posted Successfully')).toContain('2 vouchers of December 2026')
    expect(sent.at(-1)?.path).toBe('/finances/postVouchers/Main%20Campus/12?year=2026')
    await waitFor(() => expect(offered()).toEqual(['December 2026', ...wholeYear]))
    expect(chosen()).toBe('December 2026')

    await generateAndPost(office, 'Main Campus', '2027-01-01')
    await page.goTo('/unpost-vouchers')
    await screen.findByRole('option', { name: 'December 2026 (2 to unpost)' })
    expect(offered()).toEqual([
      'December 2026 (2 to unpost)',
      'January 2027 (2 to unpost)',
      ...wholeYear.slice(1),
    ])
    await page.user.selectOptions(months(), 'December 2026 (2 to unpost)')
    await table('Vouchers of December 2026 to unpost')
    // A URL also opens that year.
    await page.goTo('/promotions')
    await page.goTo('/unpost-vouchers?month=2026-12')
    await table('Vouchers of December 2026 to unpost')
    await waitFor(() => expect(chosen()).toBe('December 2026 (2 to unpost)'))
    // The remembered list is read again before the button moves it.
    const unpost = screen.getByRole('button', { name: 'Unpost vouchers' })
    await waitFor(() => expect(unpost).toHaveProperty('disabled', false))
    await page.user.click(unpost)
    expect(await readAndClose(page, 'Vouchers Unposted Successfully')).toContain('of December 2026')
    expect(sent.at(-1)?.path).toBe('/finances/unpostVouchers/Main%20Campus/12?year=2026')
  })
})

describe('the month in the address', () => {
  test('is chosen and listed; if it cannot be posted, the only month with vouchers to post is chosen', async () => {
    const page = await openScreen(school, '/post-vouchers?month=2026-12', 'office@main.test')
    await table('Vouchers of December 2026 to post')
    await waitFor(() => expect(chosen()).toBe('December 2026 (2 to post)'))
    await page.user.selectOptions(months(), 'November 2026')
    await screen.findByText('No unposted vouchers found for the selected month.')

    for (const query of ['month=2026-13', 'month=12', 'month=2062-12', 'month=now']) {
      // The page comes from another screen, so that it reads the address again.
      await page.goTo('/promotions')
      await page.goTo(`/post-vouchers?${query}`)
      await table('Vouchers of December 2026 to post')
      expect([query, chosen()]).toEqual([query, 'December 2026 (2 to post)'])
      expect(page.path()).toBe('/post-vouchers')
    }
  })
})

test('vouchers of a month that cannot be posted otherwise are offered with their year, and posted', async () => {
  await school.db.updateTable('vouchers').set({ year: 2062 }).where('kind', '=', 'monthly').execute()
  const page = await openScreen(school, '/post-vouchers?month=2062-12', 'office@main.test')
  await table('Vouchers of December 2062 to post')
  expect(offered()).toEqual(['November 2026', 'December 2026', 'December 2062 (2 to post)'])
  await page.user.click(screen.getByRole('button', { name: 'Post vouchers' }))
  await readAndClose(page, 'Vouchers Posted Successfully')
  await screen.findByText('Select a month to see its vouchers.')
  expect(offered()).toEqual(['November 2026', 'December 2026'])
  const posted = school.db.selectFrom('vouchers').select('posted').where('year', '=', 2062)
  expect(await posted.execute()).toEqual([{ posted: true }, { posted: true }])
})
