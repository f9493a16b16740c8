import { admissionReport } from '#contract/admission-report.ts'
import { call } from '#web/api/call.ts'
import type { ReportedStudent } from './admissions-by-class.ts'
import type { Filters } from './report-filters.tsx'
import { useReport, type Report, type Reported } from './use-report.ts'

export const reportTypes = ['admissions', 'removals', 'all'] as const

export interface AdmissionFilters extends Filters {
  readonly dataType: (typeof reportTypes)[number]
}

/** What the report's calls are told of its filters. */
export const bodyOf = ({ studentClass, section, fromDate, toDate }: AdmissionFilters) => ({
  fromDate,
  toDate,
  selectedClass: studentClass,
  selectedSection: section,
})

export type FoundAdmissions = Report<AdmissionFilters, ReportedStudent>

const admissions: Reported<AdmissionFilters, ReportedStudent> = {
  noneFound: 'No student found',
  failed: 'Getting admission reports failed',
  async fetchRows(campus, asked, watch) {
    const params = { dataType: asked.dataType, campus }
    const { data } = await call(admissionReport, { params, body: bodyOf(asked), ...watch })
    return data
  },
}

/** The students of one report at a time (spec 8.admission-reports). */
export const useAdmissionReport = () => useReport(admissions)
