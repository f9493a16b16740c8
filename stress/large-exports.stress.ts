import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileFormat, type FileFormat } from '#contract/fields.ts'
import { sum } from '#domain/money.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { writeReport } from '#server/files/report-file.ts'
import { sheetOf } from '#server/files/sheet.ts'
import { insertVouchers } from '#test/bulk-rows.ts'
import { getRows } from '#test/report-rows.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

// The report has more students than its first chunk has rows.
const [students, months] = [120, 21]
const voucherCount = students * months

describe('a report of thousands of rows', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await insertVouchers(school.db, { campus: 'Main Campus', students, months }, school.now)
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const fetchFile = (format: FileFormat, headers: Record<string, string> = {}) =>
    school.app.inject({
      method: 'POST',
      url: `/finances/exportVouchers/fee-record/${format}/all/Main%20Campus/all`,
      headers: { cookie: desk.cookie, ...headers },
      payload: {},
      payloadAsStream: true,
    })
  const numbersIn = (csv: string) =>
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(0, line.indexOf(',')))
      .join()
  const onScreen = async () => {
    const { body } = await desk.post('/finances/getAllVouchers/all/Main%20Campus/all')
    return (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo).join()
  }

  it('has every row once, in the order of the screen, and is compressed if the client accepts gzip', async () => {
    const plain = await buffer((await fetchFile('csv')).stream())
    expect(numbersIn(plain.toString())).toBe(await onScreen())
    expect(plain.toString()).toContain(`\r\n"${voucherCount.toLocaleString('en')} records",,`)
    const compressed = await fetchFile('csv', { 'accept-encoding': 'gzip' })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(await buffer(compressed.stream()))).toEqual(plain)
  })

  it('has every row once, in the same order and with the sums, in the row format', async () => {
    const { totals, rows } = await getRows(school, desk, voucherList)
    expect(rows.map(({ voucherNo }) => voucherNo).join()).toBe(await onScreen())
    expect(totals.count).toBe(voucherCount)
    expect(rows).toHaveLength(voucherCount)
    expect(totals.sums.received).toBe(sum(...rows.map(({ received }) => received)))
  })

  it('is a complete workbook in Excel', async () => {
    const answer = await fetchFile('xlsx', { 'accept-encoding': 'gzip' })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const [sheet] = await readXlsx(await buffer(answer.stream()))
    const numbers = sheet?.rows.slice(5, -1).map(([voucherNo]) => voucherNo)
    expect(numbers?.join()).toBe(await onScreen())
    expect(sheet?.rows.at(-1)?.[0]).toBe(`${voucherCount.toLocaleString('en')} records`)
  })

  it('does not block other calls when its reader stops reading', async () => {
    const unread = await fetchFile('csv')
    // The embedded database has one connection, so this call waits for the end of the report's transaction.
    expect((await desk.get('/users/session')).status).toBe(200)
    expect((await buffer(unread.stream())).toString()).toContain(
      `\r\n"${voucherCount.toLocaleString('en')} records",,`,
    )
  })

  it.each(fileFormat.options)(
    'breaks off the download as %s after a failure half-way, which does not affect the next call',
    async (format) => {
      const setName = (name: string) =>
        sql`update students set student_name = ${name} where roll_no = ${students - 1}`.execute(school.db)
      await setName('Broken')
      // This function turns the names in rows into JSON; the totals, which are read first, have no names.
      await sql`create function to_json(name text) returns json language plpgsql as $$
        begin
          if name = 'Broken' then raise 'This row is broken'; end if;
          return pg_catalog.to_json(name);
        end $$`.execute(school.db)
      // A change of the table makes cached plans look up their functions again.
      await sql`alter table students set (fillfactor = 100)`.execute(school.db)
      const broken = await fetchFile(format)
      // The first part was already sent.
      expect(broken.statusCode).toBe(200)
      await expect(buffer(broken.stream())).rejects.toThrow('before completion')
      expect((await desk.get('/users/session')).status).toBe(200)
      await sql`drop function to_json(text)`.execute(school.db)
      await setName('Ayesha Khan')
      expect((await buffer((await fetchFile(format)).stream())).length).toBeGreaterThan(100_000)
    },
  )

  it.each(fileFormat.options)(
    'is refused as %s if a number cannot represent an amount exactly',
    async (format) => {
      const lastVoucher = sql`roll_no = ${students - 1} and chain_no = ${months}`
      // The arrears of a posted voucher never change.
      await sql`update vouchers set posted = false where ${lastVoucher}`.execute(school.db)
      const setArrears = (arrears: string) =>
        sql`update vouchers set arrears = ${arrears}::bigint where ${lastVoucher}`.execute(school.db)
      await setArrears('1152921504606846976')
      const refused = await fetchFile(format)
      expect(refused.statusCode).toBe(500)
      expect(JSON.parse((await buffer(refused.stream())).toString())).toMatchObject({ code: 'broken' })
      await setArrears('0')
      expect((await buffer((await fetchFile(format)).stream())).length).toBeGreaterThan(100_000)
    },
  )

  it.each(fileFormat.options)('stops as %s when its reader disconnects', async (format) => {
    const reader = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
    async function* endless() {
      for (let row = 0; ; row += 1) {
        if (row === 3) reader.destroy()
        await new Promise(setImmediate)
        yield [String(row)]
      }
    }
    const sheet = sheetOf({
      title: 'Endless',
      about: [],
      columns: [
        { key: 'row', heading: 'Row', kind: 'text', value: (row: string) => row, width: 90, fileWidth: 9 },
      ],
      parts: endless(),
      foot: () => ({ totals: {} }),
    })
    const closed = once(reader, 'close')
    await expect(writeReport(() => reader, format, { name: 'x', sheets: [sheet] })).rejects.toThrow(
      'The reader has closed',
    )
    await closed
  })
})
