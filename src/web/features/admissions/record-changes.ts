import type { StudentReply } from '#contract/student.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { studentErrors } from '#domain/student.ts'
import { recordLabels, type RecordField } from '#web/kit/record-labels.ts'
import { wrongIn } from './admission-checks.ts'
import { blankAdmission, type AdmissionErrors, type AdmissionForm } from './admission-form.ts'
import type { Changed } from './what-changes.tsx'

const isRecordField = (name: string): name is RecordField => Object.hasOwn(recordLabels, name)
const recordFields = Object.keys(recordLabels).filter(isRecordField)

/** A record as the form of an admission holds it, whose fees are not looked at; of nobody, every field is empty. */
export function recordForm(student: StudentReply | null, today: CalendarDate): AdmissionForm {
  const blank = { ...blankAdmission(today), admissionDate: '' } as const
  if (!student) return blank
  const { admissionNo: _no, registrationNo: _reg, rollNo: _roll, campus: _campus, ...rest } = student
  const { state: _state, isRemoved: _left, removalDate: _on, admissionClass: _first, ...record } = rest
  return { ...blank, ...record }
}

function asRead(form: AdmissionForm, field: RecordField): string {
  if (field !== 'admissionDate' && field !== 'dateOfBirth') return form[field].trim()
  const date = form[field]
  return date === '' ? '' : formatDate(date)
}

/** What an edit will do to a record; blanks around a text are none of it, as they are not kept. */
export const recordChanges = (before: AdmissionForm, after: AdmissionForm): readonly Changed[] =>
  recordFields
    .filter((field) => before[field].trim() !== after[field].trim())
    .map((field) => ({
      label: recordLabels[field],
      before: asRead(before, field),
      after: asRead(after, field),
    }))

/** What keeps an edit from being sent, field by field (spec 5.edit-admission). */
export function wrongInRecord(form: AdmissionForm, today: CalendarDate): AdmissionErrors {
  const { admissionDate, dateOfBirth } = form
  const days = admissionDate && dateOfBirth ? studentErrors({ admissionDate, dateOfBirth }, today) : []
  return {
    ...Object.fromEntries(days.map(({ field, message }) => [field, message])),
    ...wrongIn('student', form, today),
  }
}
