import { lazy } from 'react'
import { admissionReports } from '#reports/admission-report.ts'
import { ageing } from '#reports/ageing.ts'
import { collection } from '#reports/collection.ts'
import { concessions } from '#reports/concessions.ts'
import { dayBook } from '#reports/day-book.ts'
import { exceptions } from '#reports/exceptions.ts'
import { feeReceived } from '#reports/fee-received.ts'
import { feeReceivables, feeRecord, netReceivables, printVouchers } from '#reports/fee-reports.ts'
import { journal } from '#reports/journal.ts'
import { receivedByHead } from '#reports/received-heads.ts'
import type { Report } from '#reports/report.ts'
import { rollForward } from '#reports/roll-forward.ts'
import { securityLog } from '#reports/security-log.ts'
import { studentListReport } from '#reports/student-list.ts'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { loadModule, loadOnce } from '#web/ui/load-once.ts'
import type { Place } from './place.ts'

const loadPrinting = () => import('#web/features/print-vouchers/print-vouchers.tsx')
const printSelected = async () => ({ SelectionAct: (await loadPrinting()).PrintSelectedVouchers })

const charts = () => import('#web/features/reports/report-charts.tsx')
const ReceivedChart = lazy(async () => ({ default: (await charts()).ReceivedChart }))
const ClassesChart = lazy(async () => ({ default: (await charts()).ClassesChart }))
const AgesChart = lazy(async () => ({ default: (await charts()).AgesChart }))

/** Returns the place of a report, which has the access of its list. */
const reportPlace = (
  report: Report,
  more: Omit<Place, 'path' | 'label' | 'access' | 'right' | 'load'> = {},
  loadExtras: () => Promise<ReportExtras> = async () => ({}),
): Place => ({
  path: report.place.path,
  label: report.place.label,
  access: report.list.endpoint.access,
  ...more,
  load: loadOnce(async () => {
    const [{ ReportScreen }, extras] = await Promise.all([
      loadModule(() => import('#web/features/reports/report-screen.tsx')),
      loadExtras(),
    ])
    return { Component: () => <ReportScreen report={report} extras={extras} /> }
  }),
})

export const admissionLists: readonly Place[] = [
  reportPlace(admissionReports, { words: 'admitted removed left gone' }, async () => ({
    Graph: (await import('#web/features/admission-report/admission-graph.tsx')).AdmissionGraph,
  })),
  reportPlace(studentListReport, { words: 'class register phone' }),
]

export const feeLists: readonly Place[] = [
  reportPlace(printVouchers, { words: 'challan bill slip', isWide: true }, async () => {
    const { PrintVouchers, PrintSelectedVouchers, UnpostedLine } = await loadPrinting()
    return {
      Above: (await import('#web/kit/month-steps.tsx')).PrintSteps,
      Notice: UnpostedLine,
      MainAct: PrintVouchers,
      SelectionAct: PrintSelectedVouchers,
    }
  }),
  reportPlace(feeReceivables, { isWide: true }, printSelected),
  reportPlace(feeReceived, { words: 'collection cash till income day sheet', isWide: true }, async () => ({
    Chart: ReceivedChart,
    Sums: (await import('#web/features/reports/report-strip.tsx')).ReceivedByState,
  })),
  reportPlace(feeRecord, { words: 'month collection', isWide: true }, async () => ({
    ...(await printSelected()),
    Chart: ClassesChart,
  })),
  reportPlace(
    netReceivables,
    { words: 'dues owes owing unpaid defaulter arrears outstanding balance', isWide: true },
    async () => ({ ...(await printSelected()), Chart: AgesChart }),
  ),
]

export const accounts: readonly Place[] = [
  reportPlace(dayBook, { words: 'journal entries everything today audit', isWide: true }),
  reportPlace(journal, {
    under: '/day-book',
    tabLabel: 'Journal',
    words: 'quickbooks tally accounting export debit credit bookkeeping',
  }),
  reportPlace(exceptions, {
    menuLabel: 'Corrections',
    words: 'audit corrections reversals back dated waivers advances voids register who',
    isWide: true,
  }),
  reportPlace(ageing, { menuLabel: 'Ageing', words: 'overdue late unpaid days months old' }),
  reportPlace(collection, {
    menuLabel: 'Collection',
    tabLabel: 'By class',
    words: 'efficiency recovery percent billed received class',
  }),
  reportPlace(receivedByHead, {
    under: '/collection',
    tabLabel: 'By fee head',
    words: 'collection head wise income tuition examination admission fine',
  }),
  reportPlace(rollForward, {
    under: '/collection',
    tabLabel: 'Roll-forward',
    words: 'month end opening closing balance class figures',
  }),
  reportPlace(concessions, {
    menuLabel: 'Concessions',
    words: 'discount scholarship sibling brother sister staff child share',
  }),
]

export const security = reportPlace(securityLog, { under: '/history', tabLabel: 'Security' })
