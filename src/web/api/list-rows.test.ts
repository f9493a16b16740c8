import { describe, expect, test } from 'vitest'
import { rowReader, rowsType, type ListTotals } from '#contract/list-rows.ts'
import { paisa } from '#domain/money.ts'
import { outstandingNow } from '#domain/voucher-amounts.ts'
import { admissionList } from '#reports/admission-report.ts'
import { studentList } from '#reports/student-list.ts'
import { marksOf, voucherList } from '#reports/voucher-list.ts'
import { day } from '#test/builders.ts'
import { CallFailed } from './call.ts'
import { useConnection } from './connection.ts'
import { listRows, type RowsWatch } from './list-rows.ts'

// prettier-ignore
const onWire = (rollNo: number, studentName: string): unknown[] => [
  `5Red${rollNo}-202611`, 1, rollNo, studentName, 'Imran "Immi" \\ Khan', '5', 'Red', '2026-11-01', '2026-11-30',
  '2026-11-01', '2026-11-11', 450_000, 5000, 100, 200, 300, 400, -7, 20_000 + rollNo, 0, true, true, false, null,
  null, false, '', 0, false,
]

// Line ends within a name, letters of several bytes, and the line separator that is none in JSON.
const rows = ['Ayesha\nKhan', 'عائشہ خان', 'Bi\u2028lal', ']}'].map((name, place) => onWire(place + 1, name))
const read = rowReader(voucherList.row)
const decoded = read(rows.map((row) => JSON.stringify(row)).join('\n'))
const sumOf = (key: (typeof voucherList.sums)[number]) =>
  paisa(decoded.reduce((sum, row) => sum + row[key], 0))
const sums = Object.fromEntries(voucherList.sums.map((key) => [key, sumOf(key)]))
const totals = { count: rows.length, sums }

const textOf = (head: unknown, listed: readonly unknown[] = rows): string =>
  [{ msg: 'Vouchers found', totals: head }, ...listed].map((line) => `${JSON.stringify(line)}\n`).join('')

const json = 'application/json; charset=utf-8'

/** A voucher with the fields of the specification alone; the fine is empty. */
// prettier-ignore
const specified = {
  voucherNo: '5Red1-202611', studentName: 'Ayesha', rollNo: 1, studentClass: '5', section: 'Red',
  campus: 'Main Campus', feePeriod: '2026-11-01 to 2026-11-30', issueDate: '2026-11-01',
  dueDate: '2026-11-11', monthlyFee: 5000.5, netMonthlyFee: 4500.5, discount: 500, registrationFee: 0,
  admissionFee: 0, examinationFee: 0, arrears: -0.07, fine: '', receivedAmount: 2000, receivedBy: '',
  receivedDate: null, editedBy: '', feePaid: false, posted: true, note: '', monthGenerated: 11,
  yearGenerated: 2026, isRemoved: false,
}

/** Answers the text in pieces of so many bytes; an error in the middle is a line that was cut. */
function answer(text: string, { pieceBytes = 7, cut = false, type = rowsType } = {}) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(into) {
      if (at < bytes.length) into.enqueue(bytes.slice(at, (at += pieceBytes)))
      else if (cut) into.error(new TypeError('network error'))
      else into.close()
    },
  })
  const asked: (RequestInit | undefined)[] = []
  globalThis.fetch = async (_, init) => {
    asked.push(init)
    return new Response(body, { headers: { 'content-type': type } })
  }
  return asked
}

const ask = (how: RowsWatch<typeof voucherList> & { readonly signal?: AbortSignal } = {}) =>
  listRows(
    voucherList,
    'Main Campus',
    { type: 'all', paidStatus: 'all', studentClass: 'all', section: 'all', toDateOf: 'issueDate' },
    how,
  )

describe('the vouchers of a report', () => {
  test.each([1, 7, 64, 10_000])('are read whole when they come in pieces of %i bytes', async (pieceBytes) => {
    const [init] = [answer(textOf(totals), { pieceBytes })]
    expect(await ask()).toEqual({ totals, rows: decoded, more: false })
    expect(init[0]?.headers).toMatchObject({ accept: `${rowsType}, application/json;q=0.9` })
  })

  test('report their totals before the first row, and then their progress', async () => {
    const reported: (ListTotals | number)[] = []
    answer(textOf(totals), { pieceBytes: 10_000 })
    await ask({ onTotals: (all) => reported.push(all), onProgress: (fraction) => reported.push(fraction) })
    // The last row ends with the answer.
    expect(reported).toEqual([totals, 1])
  })

  test('can be none: an empty list is an answer too', async () => {
    const none = { count: 0, sums: Object.fromEntries(voucherList.sums.map((key) => [key, 0])) }
    answer(textOf(none, []))
    expect(await ask()).toEqual({ totals: none, rows: [], more: false })
  })

  test.each([
    ['end before the last row', textOf(totals).slice(0, textOf(totals).lastIndexOf('\n[') + 1)],
    ['end within a row', textOf(totals).slice(0, -20)],
    ['are fewer than their count', textOf(totals, rows.slice(1))],
    ['are more than their count', textOf(totals, [...rows, rows[0]])],
    ['add up to something else', textOf({ ...totals, sums: { ...sums, received: sumOf('received') + 1 } })],
    [
      'end with a line of a proxy',
      `${textOf(totals)
        .trimEnd()
        .replace(/\n[^\n]*$/, '')}\n{"error":"upstream"}\n`,
    ],
    ['come without totals', '{"msg":"Vouchers found"}\n'],
    ['are no JSON', textOf(totals).replace('450000', '45000O')],
    ['are followed by something', `${textOf(totals)}{}`],
    ['are nothing at all', ''],
  ])('fail and are never shown as a report if they %s', async (_, text) => {
    answer(text)
    const failure = await ask().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallFailed)
    expect(failure).toMatchObject({ status: 200, code: 'broken', msg: 'An error occurred' })
  })

  test('are read from the objects of the specification, without the fields that it does not name', async () => {
    answer(JSON.stringify({ msg: 'Vouchers found', vouchers: [specified] }), { type: json })
    const { rows: listed, totals: added } = await ask()
    const [row] = listed
    // prettier-ignore
    expect(row).toMatchObject({
      voucherNo: '5Red1-202611', periodFrom: '2026-11-01', periodTo: '2026-11-30', left: false,
      monthlyFee: 500_050, fine: 0, arrears: -7, received: 200_000, adjusted: 0, paid: false,
      fatherName: '', carriedTo: null, owedLater: false,
    })
    expect(added).toMatchObject({ count: 1, sums: { monthlyFee: 500_050, received: 200_000 } })
  })

  test('count posted debts only, on the last voucher of each student, when they come as plain JSON', async () => {
    const draft = {
      ...specified,
      voucherNo: '5Red1-202612',
      arrears: 2500.43,
      receivedAmount: 0,
      posted: false,
    }
    const alone = { ...draft, voucherNo: '5Red2-202612', rollNo: 2, arrears: 0 }
    answer(JSON.stringify({ msg: 'Vouchers found', vouchers: [specified, draft, alone] }), { type: json })
    const { rows: listed } = await ask()
    expect(listed.map((row) => marksOf(row, day('2026-12-20')))).toEqual([['overdue'], ['to-do'], ['to-do']])
    expect(outstandingNow(listed)).toBe(250_043)
  })

  test.each([
    ['no field with vouchers', { msg: 'No vouchers found' }],
    ['no vouchers', { msg: 'Vouchers found', vouchers: [] }],
  ])('are none in plain JSON with %s', async (_, reply) => {
    answer(JSON.stringify(reply), { type: json })
    expect(await ask()).toMatchObject({ totals: { count: 0 }, rows: [] })
  })

  test.each([
    ['that failed', { msg: 'Failed to get vouchers' }, { code: 'failed', msg: 'Failed to get vouchers' }],
    ['that failed, with a list', { msg: 'Failed to get vouchers', vouchers: [] }, { code: 'failed' }],
    ['without a list', { msg: 'Vouchers found' }, { code: 'broken' }],
    ['of something else', { error: 'upstream' }, { code: 'broken' }],
    ['with an amount that is none', { vouchers: [{ ...specified, arrears: 'x' }] }, { code: 'broken' }],
    ['with a voucher of no class', { vouchers: [{ ...specified, studentClass: '' }] }, { code: 'broken' }],
    ['with a period that is none', { vouchers: [{ ...specified, feePeriod: '' }] }, { code: 'broken' }],
    ['that is a list', [specified], { code: 'broken' }],
    ['that says why there are none', { msg: 'Closed', vouchers: [] }, { code: 'failed', msg: 'Closed' }],
  ])('are a failure in plain JSON %s', async (_, reply, failure) => {
    answer(JSON.stringify(reply), { type: json })
    await expect(ask()).rejects.toMatchObject({ status: 200, ...failure })
  })

  test('an object of something else is no empty list of students, and a line of a proxy is no student', async () => {
    const query = { studentClass: 'all', section: 'all', records: 'all' } as const
    answer(JSON.stringify({ error: 'upstream' }), { type: json })
    await expect(listRows(studentList, 'Main Campus', query, {})).rejects.toMatchObject({ code: 'broken' })
    answer(`${JSON.stringify({ msg: '', totals: { count: 1, sums: {} } })}\n{"error":"upstream"}\n`)
    await expect(listRows(studentList, 'Main Campus', query, {})).rejects.toMatchObject({ code: 'broken' })
  })

  test('students of plain JSON are admitted or removed, as the specification knows them', async () => {
    // prettier-ignore
    const student = {
      rollNo: 1, studentName: 'Ayesha', fatherName: 'Imran', studentClass: '5', section: 'Red',
      admissionClass: '5', admissionDate: '2026-10-01', isRemoved: true,
    }
    answer(JSON.stringify({ msg: 'Students fetched', data: [student] }), { type: json })
    const query = { dataType: 'all', selectedClass: 'all', selectedSection: 'all' } as const
    const { rows: listed } = await listRows(admissionList, 'Main Campus', query, {})
    expect(listed).toMatchObject([
      { state: 'removed', removalDate: null, admittedInRange: true, removedInRange: true },
    ])
  })

  test('are not taken from a page that is not the server’s', async () => {
    answer(textOf(totals), { type: 'text/html' })
    await expect(ask()).rejects.toMatchObject({ code: 'broken' })
  })

  test('fail as a lost connection if the line was cut on the way', async () => {
    answer(textOf(totals).slice(0, -20), { cut: true })
    await expect(ask()).rejects.toMatchObject({ status: 0, code: 'offline' })
    expect(useConnection.getState().online).toBe(false)
  })

  test('are called off once nobody waits for them', async () => {
    const given = new AbortController()
    globalThis.fetch = async (_, init) => {
      given.abort()
      throw init?.signal?.reason
    }
    await expect(ask({ signal: given.signal })).rejects.toHaveProperty('name', 'AbortError')
  })
})
