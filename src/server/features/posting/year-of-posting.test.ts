import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const nothingToPost = { status: 404, body: { code: 'nothing-to-post' } }
const yearRefused = (message: string) => ({
  status: 400,
  body: { code: 'invalid', errors: [{ field: 'year', message }] },
})

const school = await openSchool()
let desk: Caller

/** Two students with November vouchers that are not posted yet. */
beforeEach(async () => {
  school.now = new Date('2026-11-21T09:00:00+05:00')
  await school.reset()
  desk = await school.as('desk@main.test')
  await admit(desk, october)
  await admit(desk, october)
  await generate('2026-11-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const generate = (fromDate: string) =>
  desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
const list = async (which: 'Unposted' | 'Posted', month: number, query: string) => {
  const { status, body } = await desk.get(`/finances/get${which}Vouchers/Main%20Campus/${month}${query}`)
  const numbers = (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
  return { status, numbers }
}
const monthsToPost = async () =>
  (await desk.get('/finances/checkIfVoucherNeedsToBePosted/Main%20Campus')).body

describe('the year with a month number', () => {
  it('selects exactly that month, in the address or in the payload', async () => {
    covers('decisions 6.months.year')

    await generate('2026-12-01')
    expect((await list('Unposted', 12, '?year=2026')).numbers).toHaveLength(2)
    const path = '/finances/postVouchers/Main%20Campus/12'
    expect((await desk.post(`${path}?year=2026`)).body).toEqual({ msg: 'success', count: 2 })
    expect((await list('Posted', 12, '?year=2026')).numbers).toHaveLength(2)
    const undo = '/finances/unpostVouchers/Main%20Campus/12'
    expect((await desk.post(undo, { year: '2026' })).body).toEqual({ msg: 'success', count: 2 })
    expect((await desk.post(path, { year: 2026 })).body).toEqual({ msg: 'success', count: 2 })
    expect((await desk.post(`${undo}?year=2026`, { year: 2026 })).body).toEqual({ msg: 'success', count: 2 })

    school.now = new Date('2027-01-05T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect(await list('Unposted', 12, '?year=2027')).toMatchObject({ status: 200, numbers: [] })
    expect(await desk.post(`${path}?year=2027`)).toMatchObject(nothingToPost)
    expect((await list('Unposted', 12, '?year=')).numbers).toHaveLength(2)
  })

  it('is refused for a month that cannot be posted, and the books stay unchanged', async () => {
    covers('decisions 6.months.refused')

    const before = await readAllRows(school.db)
    const outside = yearRefused('Choose a month from June 2026 to May 2027')
    for (const [month, year] of [
      [12, 2062],
      [5, 2026],
      [6, 2027],
    ] as const) {
      for (const which of ['getUnposted', 'getPosted']) {
        expect(
          await desk.get(`/finances/${which}Vouchers/Main%20Campus/${month}?year=${year}`),
        ).toMatchObject(outside)
      }
      for (const act of ['post', 'unpost']) {
        const path = `/finances/${act}Vouchers/Main%20Campus/${month}`
        expect(await desk.post(`${path}?year=${year}`)).toMatchObject(outside)
        expect(await desk.post(path, { year })).toMatchObject(outside)
      }
    }
    expect(await readAllRows(school.db)).toEqual(before)
  })

  it('lists, posts and unposts a distant month that has vouchers', async () => {
    covers('decisions 6.months.refused')

    await school.db.updateTable('vouchers').set({ year: 2062 }).where('kind', '=', 'monthly').execute()
    expect(await monthsToPost()).toMatchObject({ months: [{ year: 2062, month: 11, count: 2 }] })
    expect((await list('Unposted', 11, '?year=2062')).numbers).toHaveLength(2)
    expect((await desk.post('/finances/postVouchers/Main%20Campus/11', { year: 2062 })).body).toMatchObject({
      count: 2,
    })
    expect(await list('Unposted', 11, '?year=2062')).toMatchObject({ status: 200, numbers: [] })
    expect((await desk.post('/finances/unpostVouchers/Main%20Campus/11?year=2062')).body).toMatchObject({
      count: 2,
    })
    const city = await school.as('office@city.test')
    expect(await city.get('/finances/getUnpostedVouchers/City%20Campus/11?year=2062')).toMatchObject(
      yearRefused('Choose a month from June 2026 to May 2027'),
    )
  })

  it.each(['1899', '3000', '2026.5', '20x6', '-2026', '2026&year=2027'])(
    'is refused with an error at its field: %s',
    async (year) => {
      covers('decisions 6.months.year')

      const path = `Vouchers/Main%20Campus/11?year=${year}`
      const refused = { status: 400, body: { code: 'invalid', errors: [{ field: 'year' }] } }
      expect(await desk.get(`/finances/getUnposted${path}`)).toMatchObject(refused)
      expect(await desk.get(`/finances/getPosted${path}`)).toMatchObject(refused)
      expect(await desk.post(`/finances/post${path}`)).toMatchObject(refused)
      expect(await desk.post(`/finances/unpost${path}`)).toMatchObject(refused)
    },
  )

  it('is refused if two years differ or a year is not a number', async () => {
    const path = '/finances/postVouchers/Main%20Campus/11'
    expect(await desk.post(`${path}?year=2027`, { year: 2026 })).toMatchObject(
      yearRefused('Not the year of the address'),
    )
    for (const year of [true, [2026], 'now', 2026.5]) {
      expect(await desk.post(path, { year })).toMatchObject(yearRefused('Enter a year such as 2026'))
    }
    expect((await list('Unposted', 11, '?year=2026')).numbers).toHaveLength(2)
  })

  it('is part of the request: the same form gets the first reply, but with another year it is refused', async () => {
    const headers = { 'idempotency-key': 'form-1' }
    const send = (year: number) =>
      desk.post(`/finances/postVouchers/Main%20Campus/11?year=${year}`, {}, headers)
    expect((await send(2026)).body).toEqual({ msg: 'success', count: 2 })
    expect((await send(2026)).body).toEqual({ msg: 'success', count: 2 })
    expect(await send(2027)).toMatchObject({ status: 409, body: { code: 'key-reused' } })
  })

  it('is refused if the address also names another campus', async () => {
    const query = '?year=2026&campus=City%20Campus'
    const refused = { status: 403, body: { code: 'other-campus' } }
    expect(await desk.get(`/finances/getUnpostedVouchers/Main%20Campus/11${query}`)).toMatchObject(refused)
    expect(await desk.post(`/finances/postVouchers/Main%20Campus/11${query}`)).toMatchObject(refused)
    // An endpoint without query fields ignores the query.
    const waiting = `/finances/checkIfVoucherNeedsToBePosted/Main%20Campus${query}`
    expect((await desk.get(waiting)).status).toBe(200)
  })
})

describe('a month number without a year', () => {
  it('means, in January, last December for 12 and next month for 2', async () => {
    covers('decisions 3.months.number')

    await generate('2026-12-01')
    school.now = new Date('2027-01-05T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    await generate('2027-02-01')
    expect((await list('Unposted', 12, '')).numbers).toEqual(['5Red1-202612', '5Red2-202612'])
    expect((await desk.post('/finances/postVouchers/Main%20Campus/12')).body).toMatchObject({ count: 2 })
    expect((await list('Posted', 2, '')).numbers).toEqual([])
    expect((await desk.post('/finances/postVouchers/Main%20Campus/2')).body).toMatchObject({ count: 2 })
    expect(await monthsToPost()).toMatchObject({ months: [{ year: 2026, month: 11 }] })
  })

  it('covers the months from five months ago to six months ahead', async () => {
    covers('decisions 3.months.number', 'decisions 6.months.no-year')

    await generate('2027-05-01')
    await generate('2026-06-01')
    expect((await list('Unposted', 5, '')).numbers).toEqual(['5Red1-202705', '5Red2-202705'])
    expect((await list('Unposted', 6, '')).numbers).toEqual(['5Red1-202606', '5Red2-202606'])
    school.now = new Date('2026-12-01T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await list('Unposted', 6, '')).numbers).toEqual([])
    expect((await list('Unposted', 5, '')).numbers).toHaveLength(2)
    school.now = new Date('2027-04-21T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await list('Unposted', 11, '')).numbers).toHaveLength(2)
    school.now = new Date('2027-05-01T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await list('Unposted', 11, '')).numbers).toEqual([])
  })
})
