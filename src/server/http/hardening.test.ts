import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#reports/endpoints.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const nestedLists = `${'['.repeat(30_000)}${']'.repeat(30_000)}`

describe('protection against hostile requests', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const postRaw = async (url: string, payload: string | Buffer, headers: Record<string, string>) => {
    const answer = await school.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { cookie: desk.cookie, ...headers },
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const json = { 'content-type': 'application/json' }
  const admission = '/admissions/newAdmission'

  describe('calls from other sites', () => {
    it.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['of an unreadable origin', { origin: 'null' }],
      ['of our host on another port', { origin: 'http://localhost:8080' }],
      ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
      [
        'of our origin that the browser calls cross-site',
        { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
      ],
    ])('are refused if they come from a page %s', async (_, headers) => {
      covers('security pages.other-origin')

      const before = await readAllRows(school.db)
      for (const url of [
        admission,
        '/users/signin',
        '/users/signout',
        `/finances/postVouchers/${campus}/11`,
      ]) {
        expect(await desk.post(url, anAdmission(), { host: 'localhost', ...headers })).toMatchObject({
          status: 403,
          body: { code: 'cross-site', msg: 'This request came from another site' },
        })
      }
      expect(await readAllRows(school.db)).toEqual(before)
    })

    it.each([
      ['our own page', { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }],
      ['our own page over TLS', { origin: 'https://localhost', 'x-forwarded-proto': 'https' }],
      ['a program', {}],
    ])('are distinguished from calls of %s, which are accepted', async (_, headers) => {
      const reply = await desk.post(
        `/finances/getAllVouchers/all/${campus}/all`,
        {},
        { host: 'localhost', ...headers },
      )
      expect(reply.status).toBe(200)
    })
  })

  it('checks the origin of every call that changes data, because all of these are POST calls', () => {
    covers('security pages.other-origin')

    const changing = allEndpoints.filter(({ effect }) => effect !== 'reads')
    expect(changing.length).toBeGreaterThan(10)
    expect(changing.filter(({ method }) => method !== 'POST')).toEqual([])
  })

  describe('bodies', () => {
    it.each([
      ['plain text', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['a form of several parts', 'multipart/form-data; boundary=x'],
      ['no type', ''],
      ['something like JSON', 'application/jsonp'],
      ['JSON of another kind', 'application/vnd.api+json'],
    ])('sent as %s are refused', async (_, type) => {
      covers('security pages.other-origin')

      const before = await readAllRows(school.db)
      const { status, body } = await postRaw(
        admission,
        JSON.stringify(anAdmission()),
        type ? { 'content-type': type } : {},
      )
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'invalid', msg: 'This request could not be read' },
      })
      expect(await readAllRows(school.db)).toEqual(before)
    })

    it('are refused before they are read if they are too large', async () => {
      covers('decisions 2.status.413', 'security visitors.huge-requests')

      const { status, body } = await postRaw(admission, `"${'x'.repeat(64 * 1024)}"`, json)
      expect({ status, body }).toEqual({
        status: 413,
        body: { code: 'too-large', msg: 'This is too large to be accepted' },
      })
    })

    it.each([
      ['cut off', '{"studentData":'],
      ['not JSON', 'studentData=1'],
      ['followed by more JSON', '{} {}'],
      ['deeply nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      ['a form with deeply nested lists', JSON.stringify(anAdmission()).replace('{', `{"x":${nestedLists},`)],
      ['setting a prototype', '{"studentData":{"__proto__":{"admin":true}}}'],
      ['setting a prototype through a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ])('are refused if they are %s', async (_, text) => {
      covers('decisions 2.status.400')

      const { status, body } = await postRaw(admission, text, { ...json, 'idempotency-key': 'odd-one' })
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'invalid', msg: 'This request could not be read' },
      })
      expect({}).not.toHaveProperty('admin')
    })

    it.each([
      ['a list', '[]'],
      ['a text', '"text"'],
      ['a number', '7'],
      ['null', 'null'],
    ])('are refused as invalid if they are %s instead of a form', async (_, text) => {
      const { status, body } = await postRaw(admission, text, { ...json, 'idempotency-key': 'odd-one' })
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid' })
    })

    it('may have any number of brackets and escaped quotes in a text', async () => {
      const payload = JSON.stringify({ ...anAdmission(), x: `"${'['.repeat(200)}` })
      expect((await postRaw(admission, payload, json)).status).toBe(200)
    })

    it('may be empty if nothing is required', async () => {
      covers('decisions 2.replies.post')

      const answer = await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
      expect(answer.status).toBe(200)
      expect(await postRaw(`/finances/postVouchers/${campus}/11`, '', json)).toEqual({
        status: 200,
        body: { msg: 'success', count: 1 },
      })
      const withoutBody = await school.app.inject({
        method: 'POST',
        url: `/finances/unpostVouchers/${campus}/11`,
        headers: { cookie: desk.cookie },
      })
      expect(withoutBody.json()).toEqual({ msg: 'success', count: 1 })
    })

    it('lose fields that are not in the contract', async () => {
      covers('decisions 2.values.computed')

      const { body } = await desk.post(admission, {
        ...anAdmission({ studentData: { state: 'graduated', admitted_by: 'somebody', admissionNo: 77 } }),
        role: 'readwrite',
      })
      const row = await school.db
        .selectFrom('students')
        .select(['state', 'admitted_by', 'admission_no'])
        .where('roll_no', '=', Number(body['rollNo']))
        .executeTakeFirst()
      expect(row).toEqual({ state: 'active', admitted_by: 'desk@main.test', admission_no: body['rollNo'] })
    })
  })
})
