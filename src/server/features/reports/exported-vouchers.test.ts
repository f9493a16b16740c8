import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileFormat } from '#contract/fields.ts'
import { covers } from '#test/covers.ts'
import { formula, openExportSchool, urdu } from '#test/export-school.ts'
import { unzip } from '#test/xlsx.ts'

let fixture: Awaited<ReturnType<typeof openExportSchool>>

beforeAll(async () => {
  fixture = await openExportSchool()
})
afterAll(async () => fixture.school[Symbol.asyncDispose]())

const november = { fromDate: '2026-11-01', toDate: '2026-11-30' }

const callOf = (report: string, type = 'all', paid = 'all') =>
  `/finances/exportVouchers/${report}/FORMAT/${type}/Main%20Campus/${paid}`
const exportFile = (format: FileFormat, report: string, body: object = {}, type?: string, paid?: string) =>
  fixture.file(format, callOf(report, type, paid), body)

describe('the fee reports as files', () => {
  it('show the filters in words, typed cells, the totals row of the screen and the true sums in Excel', async () => {
    const requested = { ...november, section: 'Red', toDateOf: 'dueDate' }
    const [sheet, ...otherSheets] = await fixture.sheets(callOf('fee-record'), requested)
    expect({ name: sheet?.name, otherSheets }).toEqual({ name: 'Fee record', otherSheets: [] })
    // prettier-ignore
    expect(sheet?.rows).toEqual([
      ['Fee record'],
      ['Green Valley School, Main Campus'],
      ['Class: All; Section: Red; From Date (Issue Date): 1 Nov 2026; To Date (Due Date): 30 Nov 2026; Students: both; Vouchers: All'],
      ['Made on 21 Nov 2026 by desk clerk'],
      ['Voucher #', 'Issue Date', 'Tution Fee', 'Examination Fee', 'Registration Fee', 'Admission Fee', 'Fine', 'Discount', 'Roll No.', 'Student Name', 'Left Student', 'Arrears', 'This Month receivables', 'Net receivables', 'Received', 'Net Balance', 'Posted'],
      ['5Red1-202611', '@2026-11-05', 5000, 0, 0, 0, 0, 500, 1, 'Ayesha Khan', null, 0, 4500, 4500, 5000, -500, 'Yes'],
      ['5Red2-202611', '@2026-11-05', 12_500.5, 0, 0, 0, 100, 0, 2, formula, null, 0, 12_600.5, 12_600.5, 500.25, 12_100.25, 'Yes'],
      ['2 records', null, 17_500.5, 0, 0, 0, 0, 500, null, null, null, 0, 17_100.5, 17_100.5, 5500.25, 11_600.25, null],
      ['True sums', null, null, null, null, null, 100, null, null, null, null, null, null, null, null, null, null],
      ['Dues now (arrears counted once, advances not deducted)', null, null, null, null, null, null, null, null, null, null, null, null, null, null, 12_100.25, null],
    ])
  })

  it('format dates, amounts and texts, set the column widths, and freeze and repeat the bold headings in Excel', async () => {
    const { rawPayload } = await exportFile('xlsx', 'fee-record', november)
    const parts = unzip(rawPayload)
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    const styles = parts.get('xl/styles.xml') ?? ''
    const formats = [...styles.matchAll(/<xf xfId="0" fillId="0" numFmtId="(\d+)" fontId="(\d)"/g)]
    const styleAt = (cell: string) => {
      const [, format, font] = formats[Number(new RegExp(`r="${cell}" s="(\\d+)"`).exec(xml)?.[1])] ?? []
      return { format: Number(format), font: Number(font) }
    }
    expect(styles).toContain('<numFmt numFmtId="164" formatCode="d\\ mmm\\ yyyy"/>')
    expect(['A6', 'B6', 'C6', 'I6', 'J6'].map((cell) => styleAt(cell).format)).toEqual([49, 164, 4, 0, 49])
    expect(['A1', 'A5', 'P5', 'A9', 'P9', 'A6'].map((cell) => styleAt(cell).font)).toEqual([2, 1, 1, 1, 1, 0])
    expect(xml).toContain(
      '<pane xSplit="1" ySplit="5" topLeftCell="B6" activePane="bottomRight" state="frozen"/>',
    )
    expect(xml.match(/<col min="\d+" max="\d+" width="\d+" customWidth="1"\/>/g)).toHaveLength(17)
    expect(parts.get('xl/workbook.xml')).toContain(`'Fee record'!$5:$5`)
    // A text stays a text, whatever its first character.
    expect(xml).not.toContain('<f>')
    expect([...parts.keys()][0]).toBe('[Content_Types].xml')
  })

  it('have a byte order mark, and no cell that a spreadsheet treats as a formula, in CSV', async () => {
    const { body, headers } = await exportFile('csv', 'fee-vouchers', { ...november, studentClass: '5' })
    expect(headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
    expect(body).toBe(
      [
        '\ufeffVoucher #,Issue Date,Tution Fee,Examination Fee,Registration Fee,Admission Fee,Fine,Discount,' +
          'Roll No.,Student Name,Left Student,Arrears,This Month receivables,Net receivables,Posted',
        '5Red1-202611,2026-11-05,5000.00,0.00,0.00,0.00,0.00,500.00,1,Ayesha Khan,,0.00,4500.00,4500.00,Yes',
        '5Red2-202611,2026-11-05,12500.50,0.00,0.00,0.00,100.00,0.00,2,' +
          `"'=HYPERLINK(""http://x"", ""1,2"") <b>&</b>",,0.00,12600.50,12600.50,Yes`,
        `5Blue3-202611,2026-11-05,5000.00,0.00,0.00,0.00,0.00,500.00,3,${urdu},Left,0.00,4500.00,4500.00,Yes`,
        '3 records,,22500.50,0.00,0.00,0.00,100.00,1000.00,,,,0.00,21600.50,21600.50,',
        '"Dues now (arrears counted once, advances not deducted)",,,,,,,,,,,,,16600.25,',
        '',
      ].join('\r\n'),
    )
    const students = await fixture.file('csv', '/admissions/exportStudentList/FORMAT/all/all/Main%20Campus')
    expect(students.body).toContain(",'+92 300 1234567,2026-11-21,12500.50,12100.25,2026-11-20,1\r\n")
    expect(students.body).toContain(',4500.00,-500.00,,0\r\n')
  })

  it('have their own columns and totals, including the inconsistent totals of the specification', async () => {
    covers('spec 2.net-receivables.this-month-total', 'spec 5.amounts.receivables')

    const readColumns = async (report: string, type: string) => {
      const { body } = await exportFile('csv', report, { ...november, section: 'Red' }, type)
      const lines = body
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      return {
        columns: lines[0]?.length,
        sums: lines.find(([first]) => first === '2 records')?.slice(6, -1),
        trueFine: lines.find(([first]) => first === 'True sums')?.[6],
      }
    }
    const sums = (fine: string, thisMonth: string) => [fine, '500.00', '', '', '0.00', thisMonth, '17100.50']
    const received = ['5500.25', '11600.25']
    expect(await readColumns('fee-record', 'admitted')).toEqual({
      columns: 16,
      sums: [...sums('0.00', '17100.50'), ...received],
      // The fine that the specified totals row leaves out.
      trueFine: '100.00',
    })
    expect(await readColumns('fee-vouchers', 'admitted')).toEqual({
      columns: 14,
      sums: sums('100.00', '17100.50'),
      trueFine: undefined,
    })
    expect(await readColumns('print-vouchers', 'admitted')).toEqual({
      columns: 14,
      sums: sums('100.00', '17100.50'),
      trueFine: undefined,
    })
    const all = await exportFile('csv', 'net-receivables', { toDate: '2026-10-31' }, 'admitted')
    // This Month excludes registration and admission fees.
    expect(all.body.trimEnd().split('\r\n').slice(-2)).toEqual([
      '2 records,,17500.50,0.00,1000.00,2000.00,0.00,500.00,,,,,0.00,17000.50,20000.50,20000.50,0.00,,',
      'True sums,,,,,,,,,,,,,20000.50,,,,,',
    ])
  })

  it.each<[body: object, type: string, paid: string]>([
    [{}, 'all', 'all'],
    [{ section: 'Blue' }, 'all', 'all'],
    [{ studentClass: '5', ...november }, 'admitted', 'unpaid'],
    [{ toDate: '2026-11-19', toDateOf: 'dueDate' }, 'all', 'paid'],
    [{ fromDate: '2026-11-05' }, 'removed', 'all'],
  ])('list the same vouchers as the screen: %j of %s, %s', async (body, type, paid) => {
    const screen = await fixture.desk.post(`/finances/getAllVouchers/${type}/Main%20Campus/${paid}`, body)
    const onScreen = (screen.body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
    const file = await exportFile('csv', 'fee-record', body, type, paid)
    const inFile = file.body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[0])
    expect(onScreen.length).toBeGreaterThan(0)
    const totals = inFile.findIndex((first) => /^\d+ records?$/.test(first ?? ''))
    expect(inFile.slice(1, totals)).toEqual(onScreen)
  })

  it('mark vouchers that are not posted, total them separately, and leave them out on request', async () => {
    const december = { fromDate: '2026-12-01', issueDate: '2026-12-05', dueDate: '2026-12-20' }
    await fixture.desk.post('/finances/generateVoucher/campus/Main%20Campus', december)
    const body = { fromDate: '2026-11-01', studentClass: '5', section: 'Red' }
    const readLines = async (extra: object, paid: string, report = 'net-receivables') => {
      const file = await exportFile('csv', report, { ...body, ...extra }, 'all', paid)
      const lines = file.body.trimEnd().split('\r\n').slice(1)
      return lines.map((line) => [line.split(',')[0], ...line.split(',').slice(-3)])
    }
    // Net balance, due day and state. Ayesha's advance of 500 is in her arrears; the second student owes 12,100.25 from
    // November.
    expect(await readLines({}, 'unpaid')).toEqual([
      ['5Red1-202612', '4000.00', '', 'Not posted'],
      ['5Red2-202612', '24600.75', '2026-11-20', 'Not posted'],
      ['2 records', '28600.75', '', ''],
      ['"Dues now (arrears counted once', '12100.25', '', ''],
      ['Of which not posted: 2 vouchers', '', '', ''],
    ])
    // Without unposted vouchers, November's debt is listed on November's voucher.
    expect(await readLines({ unposted: 'leftOut' }, 'unpaid')).toEqual([
      ['5Red2-202611', '12100.25', '2026-11-20', 'Yes'],
      ['1 record', '12100.25', '', ''],
      ['True sums', '', '', ''],
    ])
    const [sheet] = await fixture.sheets(callOf('fee-record'), { ...body, unposted: 'leftOut' })
    expect(sheet?.rows[2]?.[0]).toMatch(/; Vouchers: All; Not posted: left out$/)
    expect(sheet?.rows.flat()).not.toContain('Not posted')
    const [withDrafts] = await fixture.sheets(callOf('fee-record'), body)
    expect(withDrafts?.rows[2]?.[0]).toMatch(/; Vouchers: All$/)
    expect(withDrafts?.rows.flat().filter((cell) => cell === 'Not posted')).toHaveLength(2)
  })

  it('are named after the report, the campus and the dates', async () => {
    const readFileName = async (body: object, report = 'fee-record') =>
      /filename="([^"]+)"/.exec(
        String((await exportFile('csv', report, body)).headers['content-disposition']),
      )?.[1]
    expect(await readFileName(november)).toBe('Fee record, Main Campus, 2026-11-01 to 2026-11-30.csv')
    expect(await readFileName({ fromDate: '2026-11-01' }, 'fee-vouchers')).toBe(
      'Fee receivables, Main Campus, from 2026-11-01.csv',
    )
    expect(await readFileName({ toDate: '2026-11-30' })).toBe('Fee record, Main Campus, to 2026-11-30.csv')
    expect(await readFileName({}, 'net-receivables')).toBe('Net Receivables, Main Campus, 2026-11-21.csv')
    const { headers } = await exportFile('xlsx', 'fee-record')
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each<[what: string, path: string, status: number, body: object]>([
    [
      'no voucher',
      'finances/exportVouchers/fee-record/csv/all/Main%20Campus/all',
      404,
      { code: 'no-vouchers', msg: 'No vouchers found' },
    ],
    [
      'no receipt',
      'finances/exportReceipts/xlsx/all/Main%20Campus',
      404,
      { code: 'no-receipts', msg: 'No receipts found' },
    ],
    [
      'no student',
      'admissions/exportStudentList/csv/10/all/Main%20Campus',
      404,
      { code: 'no-students', msg: 'No student found' },
    ],
    [
      'no admission',
      'admissions/exportAdmissionReport/xlsx/all/Main%20Campus',
      404,
      { code: 'no-students', msg: 'No student found' },
    ],
    [
      'another campus',
      'finances/exportVouchers/fee-record/csv/all/City%20Campus/all',
      403,
      { code: 'other-campus' },
    ],
    [
      'an unknown report',
      'finances/exportVouchers/profits/csv/all/Main%20Campus/all',
      404,
      { code: 'not-found' },
    ],
    [
      'an unknown format',
      'finances/exportReceipts/pdf/all/Main%20Campus',
      400,
      { errors: [{ field: 'format' }] },
    ],
  ])('reply to %s with JSON, not with a file', async (_, path, status, body) => {
    const answer = await fixture.desk.post(`/${path}`, { fromDate: '2027-01-01', studentClass: '5' })
    expect(answer).toMatchObject({ status, body })
    expect(answer.headers).not.toHaveProperty('content-disposition')
  })
})
