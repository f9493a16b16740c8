import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formula, openExportSchool, urdu } from '#test/export-school.ts'

let fixture: Awaited<ReturnType<typeof openExportSchool>>

beforeAll(async () => {
  fixture = await openExportSchool()
})
afterAll(async () => fixture.school[Symbol.asyncDispose]())

describe('exported files', () => {
  it('list receipts with their remarks, and by day, method and receiver', async () => {
    const call = '/finances/exportReceipts/FORMAT/all/Main%20Campus'
    const requested = { fromDate: '2026-11-20', toDate: '2026-11-21', section: 'Red' }
    const [report, ...otherSheets] = await fixture.sheets(call, requested)
    // prettier-ignore
    expect(report?.rows.slice(2)).toEqual([
      ['Class: All; Section: Red; From Date (Received Date): 20 Nov 2026; To Date (Received Date): 21 Nov 2026; Students: both'],
      ['Made on 21 Nov 2026 by desk clerk'],
      ['Receipt #', 'Received Date', 'Roll No.', 'Student Name', 'Class', 'Section', 'Voucher #', 'Amount', 'Method', 'Reference', 'Cheque Date', 'Received by', 'Remark'],
      [1, '@2026-11-21', 1, 'Ayesha Khan', '5', 'Red', '5Red1adm', 7500, 'Cash', null, null, 'desk clerk', null],
      [2, '@2026-11-21', 2, formula, '5', 'Red', '5Red2adm', 12_500.5, 'Cash', null, null, 'desk clerk', null],
      [4, '@2026-11-21', 1, 'Ayesha Khan', '5', 'Red', '5Red1-202611', 5000, 'Cash', null, null, 'desk clerk', null],
      [5, '@2026-11-20', 2, formula, '5', 'Red', '5Red2-202611', 600.25, 'Cash', null, null, 'desk clerk', 'entered 21 Nov 2026'],
      [6, '@2026-11-20', 2, formula, '5', 'Red', '5Red2-202611', -600.25, 'Cash', null, null, 'desk clerk', 'Reversal of no. 5; +Miscounted; entered 21 Nov 2026'],
      [7, '@2026-11-20', 2, formula, '5', 'Red', '5Red2-202611', 500.25, 'Cash', null, null, 'desk clerk', '+Miscounted; entered 21 Nov 2026'],
      ['5 receipts', '1 reversal', null, null, null, null, null, 25_500.75, null, null, null, null, null],
    ])
    expect(otherSheets.map(({ name, rows }) => [name, ...rows.slice(4)])).toEqual([
      [
        'Fee received by day',
        ['Received Date', 'Receipts', 'Received', 'Cancelled', 'Net'],
        ['@2026-11-21', 3, 25_000.5, 0, 25_000.5],
        ['@2026-11-20', 2, 1100.5, -600.25, 500.25],
        ['All', 5, 26_101, -600.25, 25_500.75],
      ],
      [
        'Fee received by method',
        ['Method', 'Receipts', 'Received', 'Cancelled', 'Net'],
        ['Cash', 5, 26_101, -600.25, 25_500.75],
        ['All', 5, 26_101, -600.25, 25_500.75],
      ],
      [
        'Fee received by receiver',
        ['Received by', 'User', 'Receipts', 'Received', 'Cancelled', 'Net'],
        ['desk clerk', 'desk@main.test', 5, 26_101, -600.25, 25_500.75],
        ['All', null, 5, 26_101, -600.25, 25_500.75],
      ],
    ])
    const { body } = await fixture.file('csv', call, requested)
    expect(body).toContain(',500.25,Cash,,,desk clerk,"\'+Miscounted; entered 21 Nov 2026"\r\n')
    expect(body.endsWith('\r\n5 receipts,1 reversal,,,,,,25500.75,,,,,\r\n')).toBe(true)
  })

  it('list students with totals, and admissions with their dates of departure', async () => {
    const [list] = await fixture.sheets('/admissions/exportStudentList/FORMAT/5/all/Main%20Campus')
    // prettier-ignore
    expect(list?.rows.slice(2)).toEqual([
      ['Class: 5; Section: All'],
      ['Made on 21 Nov 2026 by desk clerk'],
      ['Roll No.', 'Student Name', 'Father Name', 'Class', 'Section', 'Father Phone Number', 'Admission Date', 'Net Monthly Fee', 'Balance', 'Due since', 'Months'],
      [1, 'Ayesha Khan', 'Imran Khan', '5', 'Red', '0300-1234567', '@2026-11-21', 4500, -500, null, 0],
      [2, formula, 'Imran Khan', '5', 'Red', '+92 300 1234567', '@2026-11-21', 12_500.5, 12_100.25, '@2026-11-20', 1],
      [null, '2 students', null, null, null, null, null, 17_000.5, 11_600.25, null, null],
      [null, 'Due', null, null, null, null, null, null, 12_100.25, null, null],
      [null, 'Paid in advance', null, null, null, null, null, null, 500, null, null],
    ])
    const filter = { selectedSection: 'Blue', toDate: '2026-11-30' }
    const [sheet] = await fixture.sheets('/admissions/exportAdmissionReport/FORMAT/all/Main%20Campus', filter)
    // prettier-ignore
    expect(sheet?.rows.slice(2)).toEqual([
      ['Type: All; Class: All; Section: Blue; From Date: any; To Date: 30 Nov 2026'],
      ['Made on 21 Nov 2026 by desk clerk'],
      ['Roll No.', 'Student Name', 'Father Name', 'Class', 'Section', 'Admission Date', 'Admission Class', 'Removed', 'Removal Date'],
      [3, urdu, 'Imran Khan', '5', 'Blue', '@2026-11-21', '5', 'Left', '@2026-11-20'],
      [null, '1 student', null, null, null, '1 admitted', null, null, '1 removed'],
    ])
  })
})
