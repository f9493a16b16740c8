import { editStudent } from '#contract/student-edit.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { SimpleGrid, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { fromServer } from './admission-checks.ts'
import type { AdmissionForm } from './admission-form.ts'
import { recordPayload } from './admission-payload.ts'
import { BringBack } from './bring-back.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { ReadOnlyField } from './read-only-field.tsx'
import { recordChanges, recordForm, wrongInRecord } from './record-changes.ts'
import { Child, columns, Parents } from './student-step.tsx'
import { StudentPageLink } from './student-page-link.tsx'
import { useStudentEdit } from './use-student-edit.ts'
import { WhatChanges } from './what-changes.tsx'

/** The record of the student in sight, what is typed over it, and the sending of it (spec 4.edit-admission). */
function useRecordEdit() {
  const { today } = useStaff()
  const edit = useStudentEdit<AdmissionForm>({
    draft: 'edit admission',
    failedWords: 'Editing admission failed',
  })
  const { send, sending } = useChange(editStudent)
  const { studentData: student, recordVersion } = edit.info ?? { studentData: null, recordVersion: '' }
  const before = recordForm(student, today)
  const form = student ? { ...before, ...edit.typed } : before
  const changes = recordChanges(before, form)

  async function submit() {
    if (!student || changes.length === 0 || (await edit.mark(wrongInRecord(form, today)))) return
    try {
      const words = await send({ body: { ...recordPayload(form, student), recordVersion } })
      const changed = changes.map(({ label }) => label).join(', ')
      await edit.done(words, `${form.studentName.trim()}, Roll No. ${student.rollNo}: ${changed}`)
    } catch (error) {
      await edit.failed(error, ({ errors }) => fromServer(errors, form))
    }
  }

  return { ...edit, student, form, changes, sending, submit }
}

/** `/edit-admissions`: a student's record is corrected; numbers stay (spec 2.edit-admissions). */
export function EditAdmissionScreen() {
  const { campus } = useStaff()
  const edit = useRecordEdit()
  const { lookup, student, form, errors, change, changes, sending } = edit

  const send = (event: FormEvent) => {
    event.preventDefault()
    void edit.submit()
  }

  return (
    <Screen
      title="Edit student information"
      campus={campus}
      lead="Corrects a student's record. Every change is kept in the history."
      actions={<StudentPageLink rollNo={student?.rollNo} />}
      onLeave={edit.back}
    >
      <form ref={edit.frame} noValidate onSubmit={send} aria-label="Edit student information">
        <Stack gap="md">
          <SimpleGrid {...columns}>
            <StudentSearchField {...lookup.field} readOnly={sending} autoFocus />
            <ReadOnlyField label="Admission No." value={student?.admissionNo} />
            <ReadOnlyField label="Registration No." value={student?.registrationNo} />
            <fieldset className="plain-fieldset" disabled={!student || sending}>
              <DateField
                name="admissionDate"
                label="Admission Date"
                value={form.admissionDate}
                onChange={(admissionDate) => change({ admissionDate })}
                error={errors['admissionDate']}
                required
              />
            </fieldset>
          </SimpleGrid>
          <BringBack bringBack={edit.bringBack} />
          {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
          <fieldset className="plain-fieldset" disabled={!student || sending}>
            <Stack gap="xs">
              <Child form={form} errors={errors} change={change} />
              <Parents form={form} errors={errors} change={change} />
            </Stack>
          </fieldset>
          {student && (
            <WhatChanges title="What will change" changes={changes} nothing="Nothing is changed yet." />
          )}
          <EditButtons edit={edit} sending={sending} ready={changes.length > 0} withBack />
        </Stack>
      </form>
    </Screen>
  )
}
