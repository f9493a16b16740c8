import type { StudentReply } from '#contract/student.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { orNotKnown, requiredOfStudent, studentErrors } from '#domain/student.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import type { Changed } from '#web/kit/student-form/edit-parts.tsx'
import { blankStudentForm, errorsIn, type StudentForm } from '#web/kit/student-form/student-form.ts'

const isRecordField = (name: string): name is RecordField => Object.hasOwn(recordLabels, name)
export const recordFields = Object.keys(recordLabels).filter(isRecordField)

/** A form of the record alone, without fees; empty if there is no student. */
export function recordForm(student: StudentReply | null, today: CalendarDate): StudentForm {
  const blank = { ...blankStudentForm(today), admissionDate: '' } as const
  if (!student) return blank
  const { admissionNo: _no, registrationNo: _reg, rollNo: _roll, campus: _campus, ...rest } = student
  const { state: _state, isRemoved: _left, removalDate: _on, admissionClass: _first, ...named } = rest
  const { oldNumber: _old, ...record } = named
  return { ...blank, ...record }
}

function asRead(form: StudentForm, field: RecordField): string {
  if (field !== 'admissionDate' && field !== 'dateOfBirth') return form[field].trim()
  const date = form[field]
  return date === '' ? '' : formatDate(date)
}

const isRequired = (field: RecordField): boolean => requiredOfStudent.some((one) => one === field)

/** The changes of an edit; blanks around a text do not count, as they are not stored. */
export const recordChanges = (before: StudentForm, after: StudentForm): readonly Changed[] =>
  recordFields
    .filter((field) => before[field].trim() !== after[field].trim())
    .map((field) => ({
      label: recordLabels[field],
      before: isRequired(field) ? orNotKnown(asRead(before, field)) : asRead(before, field),
      after: asRead(after, field),
    }))

/** The errors by field (spec 5.edit-admission). */
export function recordErrors(form: StudentForm, today: CalendarDate): FormErrors<StudentForm> {
  const { admissionDate, dateOfBirth } = form
  const days = admissionDate && dateOfBirth ? studentErrors({ admissionDate, dateOfBirth }, today) : []
  return {
    ...Object.fromEntries(days.map(({ field, message }) => [field, message])),
    ...errorsIn('student', form, today),
  }
}
