import { SimpleGrid, Stack } from '@mantine/core'
import { editStudent } from '#contract/student-edit.ts'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { orNotKnown, requiredOfStudent, studentErrors } from '#domain/student.ts'
import type { Sent } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { EditButtons, ReadOnlyField, WhatChanges, type Changed } from '#web/kit/student-form/edit-parts.tsx'
import { recordPayload } from '#web/kit/student-form/record-payload.ts'
import { StudentChoice, StudentSubject } from '#web/kit/student-form/student-choice.tsx'
import { Child, columns, Parents } from '#web/kit/student-form/student-fields.tsx'
import { blankStudentForm, errorsIn, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { useStudentEdit, type SavedWords } from '#web/kit/student-form/use-student-edit.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'

const isRecordField = (name: string): name is RecordField => Object.hasOwn(recordLabels, name)
const recordFields = Object.keys(recordLabels).filter(isRecordField)

/** A form of the record alone, without fees; empty if there is no student. */
function recordForm(student: StudentReply | null, today: CalendarDate): StudentForm {
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
const recordChanges = (before: StudentForm, after: StudentForm): readonly Changed[] =>
  recordFields
    .filter((field) => before[field].trim() !== after[field].trim())
    .map((field) => ({
      label: recordLabels[field],
      before: isRequired(field) ? orNotKnown(asRead(before, field)) : asRead(before, field),
      after: asRead(after, field),
    }))

/** The errors by field (spec 5.edit-admission). */
function recordErrors(form: StudentForm, today: CalendarDate): FormErrors<StudentForm> {
  const { admissionDate, dateOfBirth } = form
  const days = admissionDate && dateOfBirth ? studentErrors({ admissionDate, dateOfBirth }, today) : []
  return {
    ...Object.fromEntries(days.map(({ field, message }) => [field, message])),
    ...errorsIn('student', form, today),
  }
}

/** The student's record with the typed changes (spec 4.edit-admission). */
function useRecordEdit() {
  const { today } = useStaff()
  const edit = useStudentEdit<typeof editStudent, StudentForm>({
    endpoint: editStudent,
    draft: 'edit admission',
    names: recordFields,
    failedWords: 'Editing admission failed',
    check: (): FormErrors<StudentForm> => recordErrors(form, today),
    isChanged: (): boolean => changes.length > 0,
    sent: (): Sent<typeof editStudent> | null =>
      info && { body: { ...recordPayload(form, info.studentData), recordVersion: info.recordVersion } },
    saved: (message): SavedWords => [
      message,
      `${form.studentName.trim()}, Roll No. ${student?.rollNo}: ${changes.map(({ label }) => label).join(', ')}`,
    ],
  })
  const { info } = edit
  const student = info?.studentData ?? null
  const before = recordForm(student, today)
  const form = student ? { ...before, ...edit.form.values } : before
  const changes = recordChanges(before, form)
  return { ...edit, student, fields: edit.withValues(form), changes }
}

/** `/edit-admissions`: corrects a student's record; numbers stay (spec 2.edit-admissions). */
export function EditAdmissionScreen() {
  const edit = useRecordEdit()
  const { form, lookup, student, fields, changes } = edit

  return (
    <Screen
      title="Edit student information"
      lead="Corrects a student's record. Every change is kept in the history."
      subject={<StudentSubject student={student} lookup={lookup} sending={form.sending} />}
      onLeave={edit.leave}
    >
      <form {...form.frame} aria-label="Edit student information">
        <Stack gap="md">
          <StudentChoice lookup={lookup} sending={form.sending} focus={form.focusFirstInvalid} />
          {student && (
            <fieldset className="plain-fieldset" disabled={form.sending}>
              <Stack gap="xs">
                <SimpleGrid {...columns}>
                  <ReadOnlyField label="Admission No." value={student.admissionNo} />
                  <ReadOnlyField label="Registration No." value={student.registrationNo} />
                  <DateField {...fields.field('admissionDate')} label="Admission Date" required />
                </SimpleGrid>
                <Child form={fields} />
                <Parents form={fields} />
              </Stack>
            </fieldset>
          )}
          {student && (
            <WhatChanges title="What will change" changes={changes} nothing="Nothing is changed yet." />
          )}
          <EditButtons leave={edit.leave} sending={form.sending} withBack />
        </Stack>
      </form>
    </Screen>
  )
}
