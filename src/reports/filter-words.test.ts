import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar.ts'
import { admissionReports } from './admission-report.ts'
import { filterWords } from './common-filters.ts'
import { feeReceived } from './fee-received.ts'
import { feeRecord, netReceivables } from './fee-reports.ts'
import type { Report } from './report.ts'
import { studentListReport } from './student-list.ts'

const [first, last] = [calendarDate('2026-11-01'), calendarDate('2026-11-30')]

describe('the words for the filters of a report', () => {
  it.each<[name: string, report: Report, query: Readonly<Record<string, unknown>>, words: string[]]>([
    [
      'everything',
      feeRecord,
      { type: 'all', paidStatus: 'all', studentClass: 'all', section: 'all', toDateOf: 'dueDate' },
      [
        'Class: All',
        'Section: All',
        'From Date (Issue Date): any',
        'To Date (Due Date): any',
        'Students: both',
        'Vouchers: All',
      ],
    ],
    [
      'every filter',
      netReceivables,
      {
        type: 'removed',
        paidStatus: 'unpaid',
        studentClass: 'Play Group',
        section: 'Rose',
        fromDate: first,
        toDate: last,
        toDateOf: 'issueDate',
      },
      [
        'Class: Play Group',
        'Section: Rose',
        'From Date (Issue Date): 1 Nov 2026',
        'To Date (Issue Date): 30 Nov 2026',
        'Students: left by today',
        'Vouchers: unpaid',
      ],
    ],
    [
      'students at school',
      feeReceived,
      { type: 'admitted', studentClass: '5', section: 'all', fromDate: first },
      [
        'Class: 5',
        'Section: All',
        'From Date (Received Date): 1 Nov 2026',
        'To Date (Received Date): any',
        'Students: regular, at school today',
      ],
    ],
    ['a class', studentListReport, { studentClass: '5', section: 'all' }, ['Class: 5', 'Section: All']],
    [
      'departures',
      admissionReports,
      { dataType: 'removals', selectedClass: 'all', selectedSection: 'Blue', toDate: last },
      ['Type: Removals', 'Class: All', 'Section: Blue', 'From Date: any', 'To Date: 30 Nov 2026'],
    ],
    [
      'admissions and departures',
      admissionReports,
      { dataType: 'all', selectedClass: '10', selectedSection: 'all' },
      ['Type: All', 'Class: 10', 'Section: All', 'From Date: any', 'To Date: any'],
    ],
  ])('describe %s', (_, report, query, words) => {
    expect(filterWords(report, query)).toEqual(words)
  })
  it('end with the caveat and the time of the books on the standby', () => {
    const totals = { caveat: 'Posting known by month only', asOfTime: 'as of 10:42:05' }
    expect(filterWords(studentListReport, { studentClass: '5', section: 'all' }, totals)).toEqual([
      'Class: 5',
      'Section: All',
      'Posting known by month only',
      'as of 10:42:05',
    ])
  })
})
