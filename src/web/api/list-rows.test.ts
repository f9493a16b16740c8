import { describe, expect, test } from 'vitest'
import { rowReader, rowsType, type ListTotals } from '#contract/list-rows.ts'
import { paisa } from '#domain/money.ts'
import { outstandingNow } from '#domain/voucher-amounts.ts'
import { admissionList } from '#reports/admission-report.ts'
import { studentList } from '#reports/student-list.ts'
import { marksOf, voucherList } from '#reports/voucher-list.ts'
import { day } from '#test/builders.ts'
import { CallFailed, useConnection } from './call.ts'
import { listRows, type RowsWatch } from './list-rows.ts'

// prettier-ignore
const wireRow = (rollNo: number, studentName: string): unknown[] => [
  `5Red${rollNo}-202611`, 1, rollNo, studentName, 'Imran "Immi" \\ Khan', '5', 'Red', '2026-11-01', '2026-11-30',
  '2026-11-01', '2026-11-11', 450_000, 5000, 100, 200, 300, 400, -7, 20_000 + rollNo, 0, true, true, false, null,
  null, 0, 0, 0, '', 0, false,
]

// Names with a line end, with multi-byte letters, and with U+2028, which does not end a line in JSON.
const rows = ['Ayesha\nKhan', 'عائشہ خان', 'Bi\u2028lal', ']}'].map((name, index) => wireRow(index + 1, name))
const read = rowReader(voucherList.row)
const decoded = read(rows.map((row) => JSON.stringify(row)).join('\n'))
const sumOf = (key: (typeof voucherList.sums)[number]) =>
  paisa(decoded.reduce((sum, row) => sum + row[key], 0))
const sums = Object.fromEntries(voucherList.sums.map((key) => [key, sumOf(key)]))
const totals = { count: rows.length, sums }

const textOf = (head: unknown, sentRows: readonly unknown[] = rows): string =>
  [{ msg: 'Vouchers found', totals: head }, ...sentRows].map((line) => `${JSON.stringify(line)}\n`).join('')

const json = 'application/json; charset=utf-8'

/** A voucher with only the fields of the specification; its fine is empty. */
// prettier-ignore
const specified = {
  voucherNo: '5Red1-202611', studentName: 'Ayesha', rollNo: 1, studentClass: '5', section: 'Red',
  campus: 'Main Campus', feePeriod: '2026-11-01 to 2026-11-30', issueDate: '2026-11-01',
  dueDate: '2026-11-11', monthlyFee: 5000.5, netMonthlyFee: 4500.5, discount: 500, registrationFee: 0,
  admissionFee: 0, examinationFee: 0, arrears: -0.07, fine: '', receivedAmount: 2000, receivedBy: '',
  receivedDate: null, editedBy: '', feePaid: false, posted: true, note: '', monthGenerated: 11,
  yearGenerated: 2026, isRemoved: false,
}

/** Answers with the text in pieces of `pieceBytes` bytes; `cut` ends the answer as a lost connection does. */
function answer(text: string, { pieceBytes = 7, cut = false, type = rowsType } = {}) {
  const bytes = new TextEncoder().encode(text)
  let position = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (position < bytes.length) controller.enqueue(bytes.slice(position, (position += pieceBytes)))
      else if (cut) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
  const requests: (RequestInit | undefined)[] = []
  globalThis.fetch = async (_, init) => {
    requests.push(init)
    return new Response(body, { headers: { 'content-type': type } })
  }
  return requests
}

const load = (how: RowsWatch<typeof voucherList> & { readonly signal?: AbortSignal } = {}) =>
  listRows(
    voucherList,
    'Main Campus',
    { type: 'all', paidStatus: 'all', studentClass: 'all', section: 'all', toDateOf: 'issueDate' },
    how,
  )

describe('loading the vouchers of a report', () => {
  test.each([1, 7, 64, 10_000])('returns all rows that arrive in pieces of %i bytes', async (pieceBytes) => {
    const requests = answer(textOf(totals), { pieceBytes })
    expect(await load()).toEqual({ totals, rows: decoded, more: false })
    expect(requests[0]?.headers).toMatchObject({ accept: `${rowsType}, application/json;q=0.9` })
  })

  test('reports the totals before the first row, and then the progress', async () => {
    const reported: (ListTotals | number)[] = []
    answer(textOf(totals), { pieceBytes: 10_000 })
    await load({ onTotals: (all) => reported.push(all), onProgress: (fraction) => reported.push(fraction) })
    // All rows are in one piece, so the first progress is 1.
    expect(reported).toEqual([totals, 1])
  })

  test('accepts an empty list', async () => {
    const noTotals = { count: 0, sums: Object.fromEntries(voucherList.sums.map((key) => [key, 0])) }
    answer(textOf(noTotals, []))
    expect(await load()).toEqual({ totals: noTotals, rows: [], more: false })
  })

  test.each([
    ['end before the last row', textOf(totals).slice(0, textOf(totals).lastIndexOf('\n[') + 1)],
    ['end within a row', textOf(totals).slice(0, -20)],
    ['are fewer than their count', textOf(totals, rows.slice(1))],
    ['are more than their count', textOf(totals, [...rows, rows[0]])],
    ['do not match the totals', textOf({ ...totals, sums: { ...sums, received: sumOf('received') + 1 } })],
    [
      'end with the line of a proxy',
      `${textOf(totals)
        .trimEnd()
        .replace(/\n[^\n]*$/, '')}\n{"error":"upstream"}\n`,
    ],
    ['come without totals', '{"msg":"Vouchers found"}\n'],
    ['are not JSON', textOf(totals).replace('450000', '45000O')],
    ['are followed by other text', `${textOf(totals)}{}`],
    ['are missing', ''],
  ])('fails, so that a part is never shown as a report, if the rows %s', async (_, text) => {
    answer(text)
    const failure = await load().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallFailed)
    expect(failure).toMatchObject({ status: 200, code: 'broken', msg: 'An error occurred' })
  })

  test('reads the objects of the specification, which lack some fields', async () => {
    answer(JSON.stringify({ msg: 'Vouchers found', vouchers: [specified] }), { type: json })
    const { rows: loaded, totals: computedTotals } = await load()
    const [row] = loaded
    // prettier-ignore
    expect(row).toMatchObject({
      voucherNo: '5Red1-202611', periodFrom: '2026-11-01', periodTo: '2026-11-30', left: false,
      monthlyFee: 500_050, fine: 0, arrears: -7, received: 200_000, adjusted: 0, paid: false,
      fatherName: '', carriedTo: null, owedLater: false,
    })
    expect(computedTotals).toMatchObject({ count: 1, sums: { monthlyFee: 500_050, received: 200_000 } })
  })

  test('counts only posted debts, on the last voucher of each student, in plain JSON', async () => {
    const draft = {
      ...specified,
      voucherNo: '5Red1-202612',
      arrears: 2500.43,
      receivedAmount: 0,
      posted: false,
    }
    const alone = { ...draft, voucherNo: '5Red2-202612', rollNo: 2, arrears: 0 }
    answer(JSON.stringify({ msg: 'Vouchers found', vouchers: [specified, draft, alone] }), { type: json })
    const { rows: loaded } = await load()
    expect(loaded.map((row) => marksOf(row, day('2026-12-20')))).toEqual([['overdue'], ['to-do'], ['to-do']])
    expect(outstandingNow(loaded)).toBe(250_043)
  })

  test.each([
    ['no list of vouchers', { msg: 'No vouchers found' }],
    ['an empty list of vouchers', { msg: 'Vouchers found', vouchers: [] }],
  ])('returns no rows for plain JSON with %s', async (_, reply) => {
    answer(JSON.stringify(reply), { type: json })
    expect(await load()).toMatchObject({ totals: { count: 0 }, rows: [] })
  })

  test.each([
    ['with a failure', { msg: 'Failed to get vouchers' }, { code: 'failed', msg: 'Failed to get vouchers' }],
    ['with a failure and a list', { msg: 'Failed to get vouchers', vouchers: [] }, { code: 'failed' }],
    ['without a list', { msg: 'Vouchers found' }, { code: 'broken' }],
    ['of another server', { error: 'upstream' }, { code: 'broken' }],
    ['with an invalid amount', { vouchers: [{ ...specified, arrears: 'x' }] }, { code: 'broken' }],
    ['with a missing class', { vouchers: [{ ...specified, studentClass: '' }] }, { code: 'broken' }],
    ['with an invalid period', { vouchers: [{ ...specified, feePeriod: '' }] }, { code: 'broken' }],
    ['that is a list', [specified], { code: 'broken' }],
    ['that explains its empty list', { msg: 'Closed', vouchers: [] }, { code: 'failed', msg: 'Closed' }],
  ])('fails for plain JSON %s', async (_, reply, failure) => {
    answer(JSON.stringify(reply), { type: json })
    await expect(load()).rejects.toMatchObject({ status: 200, ...failure })
  })

  test('rejects the object of another server as a list, and the line of a proxy as a student', async () => {
    const query = { studentClass: 'all', section: 'all', records: 'all' } as const
    answer(JSON.stringify({ error: 'upstream' }), { type: json })
    await expect(listRows(studentList, 'Main Campus', query, {})).rejects.toMatchObject({ code: 'broken' })
    answer(`${JSON.stringify({ msg: '', totals: { count: 1, sums: {} } })}\n{"error":"upstream"}\n`)
    await expect(listRows(studentList, 'Main Campus', query, {})).rejects.toMatchObject({ code: 'broken' })
  })

  test('reads students of plain JSON as admitted or removed, the states of the specification', async () => {
    // prettier-ignore
    const student = {
      rollNo: 1, studentName: 'Ayesha', fatherName: 'Imran', studentClass: '5', section: 'Red',
      admissionClass: '5', admissionDate: '2026-10-01', isRemoved: true,
    }
    answer(JSON.stringify({ msg: 'Students fetched', data: [student] }), { type: json })
    const query = { dataType: 'all', selectedClass: 'all', selectedSection: 'all' } as const
    const { rows: loaded } = await listRows(admissionList, 'Main Campus', query, {})
    expect(loaded).toMatchObject([
      { state: 'removed', removalDate: null, admittedInRange: true, removedInRange: true },
    ])
  })

  test('rejects a page that is not the server’s', async () => {
    answer(textOf(totals), { type: 'text/html' })
    await expect(load()).rejects.toMatchObject({ code: 'broken' })
  })

  test('fails as cut off if the answer stops on the way, which does not mark the connection as lost', async () => {
    answer(textOf(totals).slice(0, -20), { cut: true })
    await expect(load()).rejects.toMatchObject({ status: 0, code: 'cut-off' })
    expect(useConnection.getState().online).toBe(true)
  })

  test('stops once the caller aborts', async () => {
    const controller = new AbortController()
    globalThis.fetch = async (_, init) => {
      controller.abort()
      throw init?.signal?.reason
    }
    await expect(load({ signal: controller.signal })).rejects.toHaveProperty('name', 'AbortError')
  })
})
