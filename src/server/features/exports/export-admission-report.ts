import type { exportAdmissionReport as endpoint } from '#contract/exports.ts'
import { count, formatCount } from '#domain/count.ts'
import { admissionHeadings, admissionReportTitle } from '#domain/report-columns.ts'
import { studentStateWords } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import type { ReportedStudent } from '#server/records/export-rows.ts'
import { aboutReport, classWords, dateWords, fileName } from './about.ts'
import { batchesOrThrow, writeReport } from './report-file.ts'
import { date, keptIn, number, sheetOf, text, type Cell, type Column } from './sheet.ts'
import { fetchAdmissions } from '#server/records/export-rows.ts'

const column = (
  key: keyof typeof admissionHeadings,
  width: number,
  cell: (student: ReportedStudent) => Cell,
  figures = false,
): Column<ReportedStudent> => ({ key, heading: admissionHeadings[key], width, cell, figures })

const columns: readonly Column<ReportedStudent>[] = [
  column('rollNo', 14, ({ rollNo }) => number(rollNo), true),
  column('studentName', 28, ({ studentName }) => text(studentName)),
  column('fatherName', 28, ({ fatherName }) => text(fatherName)),
  column('studentClass', 12, ({ studentClass }) => text(studentClass)),
  column('section', 9, ({ section }) => text(section)),
  column('admissionDate', 14, ({ admissionDate }) => date(admissionDate)),
  column('admissionClass', 12, ({ admissionClass }) => text(admissionClass)),
  column('removed', 12, ({ state }) => text(state === 'active' ? '' : studentStateWords[state])),
  column('removalDate', 14, ({ removalDate }) => date(removalDate)),
]

function foot(listed: readonly ReportedStudent[]) {
  const admitted = listed.filter((student) => student.admitted).length
  const removed = listed.filter((student) => student.removed).length
  return {
    totals: {
      rollNo: text(count(listed.length, 'student')),
      admissionDate: text(`${formatCount(admitted)} admitted`),
      removalDate: text(`${formatCount(removed)} removed`),
    },
  }
}

const reported = { admissions: 'Admissions', removals: 'Removals', all: 'All' } as const

/** Who was admitted and who left between two dates, as a file (spec 2.admission-reports). */
export async function exportAdmissionReport(
  call: CallContext<typeof endpoint>,
  open: OpenFile,
): Promise<void> {
  const { params, body, scope } = call
  const students = await batchesOrThrow(
    fetchAdmissions(scope, {
      of: params.dataType,
      studentClass: body.selectedClass,
      section: body.selectedSection,
      fromDate: body.fromDate ?? null,
      toDate: body.toDate ?? null,
    }),
    'no-students',
  )
  const listed: ReportedStudent[] = []
  const filters = [
    `Report: ${reported[params.dataType]}`,
    ...classWords(body.selectedClass, body.selectedSection),
    ...dateWords(body),
  ]
  const sheet = sheetOf({
    title: admissionReportTitle,
    about: await aboutReport(scope, filters),
    columns,
    parts: keptIn(listed, students),
    foot: () => foot(listed),
  })
  const name = fileName(admissionReportTitle, scope, body)
  await writeReport(open, params.format, { name, sheets: [sheet] })
}
