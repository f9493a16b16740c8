import type { exportStudentList as endpoint } from '#contract/exports.ts'
import { columnsFor } from '#domain/contacts.ts'
import { count } from '#domain/count.ts'
import { sum } from '#domain/money.ts'
import { studentListHeadings, studentListTitle } from '#domain/report-columns.ts'
import { balanceTotals, netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import type { ListedStudent } from '#server/records/export-rows.ts'
import { aboutReport, classWords, fileName } from './about.ts'
import { batchesOrThrow, writeReport } from './report-file.ts'
import {
  amount,
  date,
  keptIn,
  number,
  sheetOf,
  text,
  type Cell,
  type CellsByColumn,
  type Column,
} from './sheet.ts'
import { fetchStudents } from '#server/records/export-rows.ts'

const column = (
  key: keyof typeof studentListHeadings,
  width: number,
  cell: (student: ListedStudent) => Cell,
  figures = false,
): Column<ListedStudent> => ({ key, heading: studentListHeadings[key], width, cell, figures })

const columns: readonly Column<ListedStudent>[] = [
  column('rollNo', 14, ({ rollNo }) => number(rollNo), true),
  column('studentName', 28, ({ studentName }) => text(studentName)),
  column('fatherName', 28, ({ fatherName }) => text(fatherName)),
  column('studentClass', 12, ({ studentClass }) => text(studentClass)),
  column('section', 9, ({ section }) => text(section)),
  column('fatherHomePhone', 18, ({ fatherHomePhone }) => text(fatherHomePhone)),
  column('admissionDate', 14, ({ admissionDate }) => date(admissionDate)),
  column('netMonthlyFee', 13, (student) => amount(netMonthlyFee(student)), true),
  column('balance', 14, ({ balance }) => amount(balance), true),
]

/** The sums of the list as the screen has them, and who owes apart from who has paid in advance. */
function foot(listed: readonly ListedStudent[]) {
  const { due, advance, balance } = balanceTotals(listed.map((student) => student.balance))
  const notes: CellsByColumn[] = [
    { studentName: text('Due'), balance: amount(due) },
    { studentName: text('Paid in advance'), balance: amount(advance) },
  ]
  return {
    totals: {
      rollNo: text(count(listed.length, 'student')),
      netMonthlyFee: amount(sum(...listed.map(netMonthlyFee))),
      balance: amount(balance),
    },
    notes: advance > 0 ? notes : [],
  }
}

/** The student list as a file (spec 2.routes.student-list, decisions 4.order). */
export async function exportStudentList(call: CallContext<typeof endpoint>, open: OpenFile): Promise<void> {
  const { params, scope } = call
  const students = await batchesOrThrow(fetchStudents(scope, params), 'no-students')
  const listed: ListedStudent[] = []
  const sheet = sheetOf({
    title: studentListTitle,
    about: await aboutReport(scope, classWords(params.studentClass, params.section)),
    columns: columnsFor(scope.role, columns),
    parts: keptIn(listed, students),
    foot: () => foot(listed),
  })
  await writeReport(open, params.format, { name: fileName(studentListTitle, scope), sheets: [sheet] })
}
