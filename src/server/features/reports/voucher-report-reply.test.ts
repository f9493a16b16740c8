import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { admit, openSchool, type Caller } from '#test/school.ts'

const school = await openSchool()

describe('the reply of the voucher report', () => {
  let desk: Caller

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const request = () => desk.post('/finances/getAllVouchers/all/Main%20Campus/all', {})

  it('has only the campus of the caller if two campuses have the same numbers', async () => {
    await admit(desk)
    const city = await school.as('office@city.test')
    await admit(city, { studentData: { studentName: 'Bilal Ahmed' } })
    const { body } = await city.post('/finances/getAllVouchers/all/City%20Campus/all')
    expect(body['vouchers']).toMatchObject([{ studentName: 'Bilal Ahmed', campus: 'City Campus' }])
    expect((await request()).body['vouchers']).toMatchObject([
      { studentName: 'Ayesha Khan', campus: 'Main Campus' },
    ])
  })

  it('is compressed for clients that accept it', async () => {
    for (let count = 0; count < 5; count += 1) await admit(desk)
    const { headers, rawPayload } = await school.app.inject({
      method: 'POST',
      url: '/finances/getAllVouchers/all/Main%20Campus/all',
      headers: { cookie: desk.cookie, 'accept-encoding': 'gzip' },
      payload: {},
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(rawPayload.length).toBeLessThan(2048)
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual((await request()).body)
  })
})
