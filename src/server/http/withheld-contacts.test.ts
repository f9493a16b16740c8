import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { studentHistory } from '#contract/history.ts'
import { rowsType } from '#contract/list-rows.ts'
import { studentAccount } from '#contract/student-account.ts'
import { contactFields } from '#domain/contacts.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { reports } from '#reports/reports.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { replyOf, sampleBody, sampleUrl } from '#test/sample-calls.ts'
import { admit, closeAndDeposit, openSchool, payBack, type Caller, type TestSchool } from '#test/school.ts'
import { unzip } from '#test/xlsx.ts'

const atAdmission = {
  address: 'Firstmarker House',
  fatherCnic: '88881-7777771-1',
  fatherOccupation: 'Firstmarkersmith',
  fatherHomePhone: '0388-1111181',
  fatherOfficePhone: '042-81111182',
  telephone: '0388-1111183',
  fatherEmail: 'firstmarker@family.test',
}
const afterEdit = {
  address: 'Secondmarker House',
  fatherCnic: '99992-6666662-2',
  fatherOccupation: 'Secondmarkersmith',
  fatherHomePhone: '0399-2222291',
  fatherOfficePhone: '042-92222292',
  telephone: '0399-2222293',
  fatherEmail: 'secondmarker@family.test',
}
const markers = [...Object.values(atAdmission), ...Object.values(afterEdit)]
const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns the parameters of each way to call an endpoint: 'all' if it is a choice, otherwise every choice. */
function waysToCall({ params }: Endpoint): Record<string, string>[] {
  let ways: Record<string, string>[] = [{}]
  for (const [name, schema] of Object.entries(params.shape)) {
    if (!(schema instanceof z.ZodMiniEnum)) continue
    const choices = schema.options.map(String)
    const chosen = choices.includes('all') ? ['all'] : choices
    ways = ways.flatMap((way) => chosen.map((choice) => ({ ...way, [name]: choice })))
  }
  return ways
}

// The calls of a campus that `read` may make; calls that change data come last, because they may end the session.
const openToRead = allEndpoints
  // Excludes the calls about the caller's second factor, which need the password again and contain no student.
  .filter(({ access, confirmed }) => access === 'staff' && !confirmed)
  .toSorted((one, other) => Number(one.effect !== 'reads') - Number(other.effect !== 'reads'))
const files = openToRead.filter(({ params }) => 'format' in params.shape)

describe('contact details', () => {
  let school: TestSchool
  let desk: Caller
  let viewer: Caller

  /** Returns the whole reply as text; an Excel file is unzipped. */
  const answerTo = async (
    caller: Caller,
    endpoint: Endpoint,
    params: Record<string, string>,
    accept: string,
  ) => {
    const answer = await school.app.inject({
      method: endpoint.method,
      url: sampleUrl(endpoint, 'Main Campus', params),
      headers: { cookie: caller.cookie, accept },
      ...(endpoint.method === 'POST' && { payload: sampleBody(endpoint) }),
    })
    expect({ path: endpoint.path, status: answer.statusCode }).toEqual({ path: endpoint.path, status: 200 })
    const isZip = String(answer.headers['content-type']).includes('spreadsheet')
    const body = isZip ? [...unzip(answer.rawPayload).values()].join('\n') : answer.payload
    return `${JSON.stringify(answer.headers)}\n${body}`
  }
  const everyAnswer = async (caller: Caller, endpoint: Endpoint): Promise<string> => {
    const texts: string[] = []
    for (const way of waysToCall(endpoint)) {
      for (const accept of ['*/*', rowsType]) {
        texts.push(await answerTo(caller, endpoint, way, accept))
      }
    }
    return texts.join('\n')
  }
  /** The answers to the read role, cached because two tests use the files; no test between them changes a row. */
  const toViewer = new Map<Endpoint, Promise<string>>()
  const answersToViewer = (endpoint: Endpoint): Promise<string> => {
    const answers = toViewer.get(endpoint) ?? everyAnswer(viewer, endpoint)
    toViewer.set(endpoint, answers)
    return answers
  }
  const markersIn = (text: string): string[] => {
    const compact = lettersAndDigits(text)
    return markers.filter((marker) => text.includes(marker) || compact.includes(lettersAndDigits(marker)))
  }
  const findRollNos = async (caller: Caller, typed: string): Promise<unknown> => {
    const { status, body } = await caller.post('/admissions/findStudents/Main%20Campus', { typed })
    expect(status).toBe(200)
    return (body['students'] as { rollNo: number }[]).map(({ rollNo }) => rollNo)
  }

  const send = async (url: string, body: object) => {
    const { status } = await desk.post(url, body)
    if (status !== 200) throw new Error(`${url} is answered with ${status}`)
  }

  /** Admits a third student with a debt, and closes the books on the day of a part payment. */
  const fileJournal = async (admin: Caller) => {
    const studentData = { ...afterEdit, studentName: 'Bilal Rest', fatherName: 'Rest Khan' }
    await admit(desk, { studentData, financialData: { receivedNow: 0 } })
    const payment = { receivedAmount: 100, receivedDate: '2026-10-30' }
    await send('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red3adm', payment)
    const { status } = await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-10-30' })
    expect(status).toBe(200)
  }

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    const { studentData } = anAdmission()
    const rollNo = await admit(desk, { studentData: atAdmission })
    const edited = { ...studentData, ...afterEdit, rollNo, placeOfBirth: 'Multan' }
    await send('/admissions/editAdmission', { studentData: edited })
    await payBack(desk, await admit(desk, { studentData: afterEdit }))
    const admin = await school.as('admin@main.test')
    await closeAndDeposit(desk, admin)
    await send('/admissions/removeStudent/2', {})
    await fileJournal(admin)
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('are visible to the office only in the calls that need them', async () => {
    const seen: Record<string, string[]> = {}
    for (const endpoint of openToRead.filter(({ effect }) => effect === 'reads')) {
      const visibleMarkers = markersIn(await everyAnswer(desk, endpoint))
      if (visibleMarkers.length > 0) seen[endpoint.path] = visibleMarkers
    }
    const { fatherCnic, fatherHomePhone } = afterEdit
    expect(seen).toEqual({
      '/admissions/findStudents/:campus': [fatherCnic, fatherHomePhone],
      '/admissions/getStudentList/:studentClass/:section/:campus': [fatherHomePhone],
      '/admissions/exportStudentList/:format/:studentClass/:section/:campus': [fatherHomePhone],
      '/admissions/studentAccount/:rollNo/:campus': Object.values(afterEdit),
      '/admissions/studentHistory/:rollNo/:campus': markers,
    })
  })

  it('are empty for the read role in fields of the specified shape, and other fields are unchanged', async () => {
    covers('decisions 6.read-role.sees')

    const params = { rollNo: '1' }
    const readAccount = async (caller: Caller) =>
      replyOf(studentAccount, (await caller.get(sampleUrl(studentAccount, 'Main Campus', params))).body)
    const [shown, withheld] = [await readAccount(desk), await readAccount(viewer)]
    expect(withheld).toEqual({
      ...shown,
      studentData: {
        ...shown.studentData,
        ...Object.fromEntries(contactFields.map((field) => [field, ''])),
      },
    })
    expect(withheld.studentData).toMatchObject({ studentName: 'Ayesha Khan', fatherName: 'Imran Khan' })
  })

  it('are omitted from the history for the read role, and the entry shows the omission', async () => {
    covers('decisions 6.read-role.withheld')

    const read = async (caller: Caller) => {
      const { body } = await caller.get(sampleUrl(studentHistory, 'Main Campus'))
      return replyOf(studentHistory, body).changes.map(({ what, fields, contactsWithheld }) => ({
        what,
        fields: fields.map(({ field }) => field),
        contactsWithheld,
      }))
    }
    const [edit, admission, payment] = await read(viewer)
    expect(edit).toEqual({ what: 'record edited', fields: ['placeOfBirth'], contactsWithheld: true })
    expect(admission).toMatchObject({ what: 'student admitted', contactsWithheld: true })
    expect(admission?.fields).toContain('fatherName')
    expect(payment).toMatchObject({ what: 'payment received', contactsWithheld: false })
    expect((await read(desk)).map(({ contactsWithheld }) => contactsWithheld)).toEqual([false, false, false])
  })

  it('have no column in files for the read role', async () => {
    covers('decisions 6.read-role.withheld')

    expect(files).toHaveLength(reports.filter(({ list }) => list.endpoint.access === 'staff').length)
    for (const endpoint of files) {
      expect(await answersToViewer(endpoint)).not.toMatch(/phone|cnic|occupation|address|e-?mail/i)
    }
  })

  it.each(['fatherCnic', 'fatherHomePhone', 'fatherOfficePhone', 'telephone'] as const)(
    'cannot be searched by the read role: %s',
    async (field) => {
      covers('decisions 6.read-role.search', 'security accounts.contacts')

      const number = afterEdit[field]
      const digits = lettersAndDigits(number)
      for (const typed of [number, digits, digits.slice(0, 4), digits.slice(-3), digits.slice(2, 8)]) {
        expect(await findRollNos(desk, typed)).toContain(1)
        expect({ typed, found: await findRollNos(viewer, typed) }).toEqual({ typed, found: [] })
      }
    },
  )

  it('such as address and e-mail cannot be searched by the read role, while roll number and name can', async () => {
    for (const typed of [afterEdit.address, afterEdit.fatherOccupation, afterEdit.fatherEmail]) {
      expect(await findRollNos(viewer, typed)).toEqual([])
    }
    expect(await findRollNos(viewer, '1')).toEqual([1])
    expect(await findRollNos(viewer, 'imran')).toEqual([1, 2])
  })

  // This test is the last, because it also makes calls that change data.
  it.each(openToRead.map((endpoint) => [endpoint.path, endpoint] as const))(
    'are not returned to the read role by %s',
    async (_, endpoint) => {
      covers('decisions 6.read-role.withheld', 'security accounts.contacts')

      const text =
        endpoint.effect === 'reads'
          ? await answersToViewer(endpoint)
          : await answerTo(viewer, endpoint, {}, '*/*')
      expect(markersIn(text)).toEqual([])
    },
  )
})
