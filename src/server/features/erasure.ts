import type * as contract from '#contract/erasure.ts'
import { accountEvents } from '#domain/account-events.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { erasableUpTo, mostErasedAtOnce, whyNotErased } from '#domain/erasure.ts'
import { fieldLabel, fieldValue } from '#domain/field-label.ts'
import { historyFields } from '#domain/history-fields.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { withRunningBalance } from '#domain/student-account.ts'
import { writeReport } from '#server/files/report-file.ts'
import { sheetOfLines, text, type Line, type Sheet } from '#server/files/sheet.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/streamed-reply.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { findSchool } from '#server/records/campus/school.ts'
import { listStudentHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { recordSecurityEvent } from '#server/records/security-events.ts'
import { readAccount } from '#server/records/students/account.ts'
import { erasePersonalData, findLeavers, listLeavers } from '#server/records/students/erasure.ts'
import { findStudent, type Student } from '#server/records/students/students.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Returns the records that can be erased; an empty list if the campus has no rule. */
export async function erasableRecords({ scope }: CallContext<typeof contract.erasableRecords>) {
  const { keepYears } = await findRules(scope)
  const msg = 'Records fetched'
  if (keepYears === null) return { msg, keepYears, upTo: null, students: [], count: 0, unsettled: 0 }
  const upTo = erasableUpTo(scope.today, keepYears)
  const leavers = await listLeavers(scope, upTo)
  const erasable = leavers.filter((child) => whyNotErased(child, scope.today, keepYears) === null)
  return {
    msg,
    keepYears,
    upTo,
    students: erasable.slice(0, mostErasedAtOnce).map(({ leftOn, ...child }) => ({
      ...child,
      leftOn: leftOn ?? upTo,
    })),
    count: erasable.length,
    unsettled: leavers.length - erasable.length,
  }
}

/** Erases the records of all requested children, or none. No other change of the campus runs at the same time. */
export async function eraseRecords({ body, scope }: CallContext<typeof contract.eraseRecords>) {
  await listStaffForAdmin(scope)
  const rollNos = [...new Set(body.rollNos)]
  await requireErasable(scope, rollNos)
  await erasePersonalData(scope, rollNos)
  await recordSecurityEvent(scope, { kind: 'records erased', children: rollNos.length })
  return { msg: 'Personal data erased' as const, count: rollNos.length }
}

async function requireErasable(scope: Scope, rollNos: readonly number[]): Promise<void> {
  const { keepYears } = await findRules(scope)
  if (keepYears === null) return orThrow(refuse('erasure-off'))
  const leavers = new Map((await findLeavers(scope, rollNos)).map((child) => [child.rollNo, child]))
  for (const rollNo of rollNos) {
    const child = leavers.get(rollNo) ?? orThrow(refuse('student-unknown'))
    const why = whyNotErased(child, scope.today, keepYears)
    if (why !== null) orThrow(refuse('record-kept', { rollNo, why }))
  }
}

/** Writes a file for the family with all data kept about a student: record, account and history, one sheet each. */
export async function personalData(
  { params, scope }: CallContext<typeof contract.personalData>,
  open: OpenFile,
): Promise<void> {
  const student = (await findStudent(scope, params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const school = await findSchool(scope)
  const about = [
    `${school.name}, ${scope.campus}`,
    `Roll number ${student.rollNo}`,
    `Made on ${formatDate(scope.today)} by ${scope.userName}`,
  ]
  const sheets = [
    recordSheet(about, student),
    accountSheet(about, await accountLines(scope, student.rollNo)),
    historySheet(about, await historyLines(scope, student.rollNo)),
  ] as const
  const name = `Personal data, roll number ${student.rollNo}, ${scope.today}`
  await writeReport(open, 'xlsx', { name, sheets })
}

const recordSheet = (about: readonly string[], student: Student): Sheet =>
  sheetOfLines(
    'Record',
    about,
    [
      { heading: 'Field', width: 26 },
      { heading: 'Value', width: 50 },
    ],
    historyFields(null, { ...student }).map(({ field, after }) => [
      text(fieldLabel(field)),
      text(fieldValue(field, after ?? '')),
    ]),
  )

async function accountLines(scope: Scope, rollNo: number): Promise<Line[]> {
  const events = withRunningBalance(accountEvents(await readAccount(scope, rollNo)))
  return events.map((event) => [
    { kind: 'date', value: event.date },
    text(event.kind),
    text(event.voucherNo),
    event.receiptNo === null ? null : { kind: 'number', value: event.receiptNo },
    text(event.note),
    { kind: 'amount', value: event.amount },
    event.balance === null ? null : { kind: 'amount', value: event.balance },
  ])
}

const accountSheet = (about: readonly string[], lines: readonly Line[]): Sheet =>
  sheetOfLines(
    'Account',
    about,
    [
      { heading: 'Date', width: 14 },
      { heading: 'Kind', width: 14 },
      { heading: 'Voucher', width: 20 },
      { heading: 'Receipt', width: 12, figures: true },
      { heading: 'Note', width: 60 },
      { heading: 'Amount', width: 16, figures: true },
      { heading: 'Balance', width: 16, figures: true },
    ],
    lines,
  )

async function historyLines(scope: Scope, rollNo: number): Promise<Line[]> {
  const changes = await listStudentHistory(scope, rollNo)
  return changes.toReversed().flatMap((change) => {
    const head = [text(formatInstant(change.changedAt)), text(change.changedByName), text(change.what)]
    const fields = historyFields(change.before, change.after).map(({ field, before, after }) => [
      ...head,
      text(fieldLabel(field)),
      text(fieldValue(field, before ?? '')),
      text(fieldValue(field, after ?? '')),
    ])
    return fields.length > 0 ? fields : [[...head, null, null, null]]
  })
}

const historySheet = (about: readonly string[], lines: readonly Line[]): Sheet =>
  sheetOfLines(
    'History',
    about,
    [
      { heading: 'When', width: 22 },
      { heading: 'By', width: 22 },
      { heading: 'Change', width: 26 },
      { heading: 'Field', width: 24 },
      { heading: 'Before', width: 34 },
      { heading: 'After', width: 34 },
    ],
    lines,
  )
