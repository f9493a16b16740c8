import { Button, SimpleGrid, Stack } from '@mantine/core'
import { editStudent } from '#contract/student-edit.ts'
import type { StudentReply } from '#contract/student.ts'
import { formatIfDate } from '#domain/calendar.ts'
import { recordLabels, type RecordField } from '#domain/field-label.ts'
import { orNotKnown, requiredOfStudent } from '#domain/student.ts'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { Child, columns, Parents, ReadOnlyField, WhatChanges } from '#web/kit/student-form/student-fields.tsx'
import {
  blankRecord,
  recordErrors,
  recordFields,
  type Changed,
  type RecordForm,
} from '#web/kit/student-form/student-form.ts'
import { useInfoLookup, useStudentEdit } from '#web/kit/student-form/use-student-edit.ts'
import { DateField } from '#web/ui/date-field.tsx'

/** A form of the record alone, without numbers and state; empty if there is no student. */
function recordForm(student: StudentReply | null): RecordForm {
  if (!student) return blankRecord
  const { admissionNo: _no, registrationNo: _reg, rollNo: _roll, campus: _campus, ...rest } = student
  const { state: _state, isRemoved: _left, removalDate: _on, admissionClass: _first, ...named } = rest
  const { oldNumber: _old, ...record } = named
  return record
}

const isRequired = (field: RecordField): boolean => requiredOfStudent.some((one) => one === field)

/** The changes of an edit; blanks around a text do not count, as they are not stored. */
const changesOf = (before: RecordForm, after: RecordForm): readonly Changed[] =>
  recordFields
    .map((field) => ({ field, now: before[field].trim(), next: after[field].trim() }))
    .filter(({ now, next }) => now !== next)
    .map(({ field, now, next }) => ({
      label: recordLabels[field],
      before: isRequired(field) ? orNotKnown(formatIfDate(now)) : formatIfDate(now),
      after: formatIfDate(next),
    }))

/** `/edit-admissions`: corrects a student's record; numbers stay (spec 2.edit-admissions, spec 4.edit-admission). */
export function EditAdmissionScreen() {
  const { today } = useStaff()
  const lookup = useInfoLookup('edit admission')
  const { info, student } = lookup
  const before = recordForm(student)
  const edit = useStudentEdit<typeof editStudent, RecordForm>(lookup, {
    endpoint: editStudent,
    failedWords: 'Editing admission failed',
    before: () => before,
    check: (form) => recordErrors(form, today),
    isChanged: (form) => changesOf(before, form).length > 0,
    sent(form) {
      if (!info) return null
      const { admissionNo, registrationNo, rollNo, campus } = info.studentData
      const studentData = { ...form, admissionNo, registrationNo, rollNo, campus }
      return { body: { studentData, recordVersion: info.recordVersion } }
    },
    saved: (message, form) => {
      const changed = changesOf(before, form).map(({ label }) => label)
      return [message, `${form.studentName.trim()}, Roll No. ${student?.rollNo}: ${changed.join(', ')}`]
    },
  })

  return (
    <StudentScreen
      title="Edit student information"
      lead="Corrects a student's record. Every change is kept in the history."
      student={student}
      lookup={lookup}
      form={edit}
    >
      {student && (
        <>
          <fieldset className="plain-fieldset" disabled={edit.sending}>
            <Stack gap="xs">
              <SimpleGrid {...columns}>
                <ReadOnlyField label="Admission No." value={student.admissionNo} />
                <ReadOnlyField label="Registration No." value={student.registrationNo} />
                <DateField {...edit.field('admissionDate')} label="Admission Date" required />
              </SimpleGrid>
              <Child form={edit} />
              <Parents form={edit} />
            </Stack>
          </fieldset>
          <WhatChanges
            title="What will change"
            changes={changesOf(before, edit.values)}
            nothing="Nothing is changed yet."
          />
        </>
      )}
      <FormButtons act="Submit" sending={edit.sending} cancel={edit.leave}>
        <Button variant="default" disabled={edit.sending} onClick={edit.leave}>
          Back
        </Button>
      </FormButtons>
    </StudentScreen>
  )
}
