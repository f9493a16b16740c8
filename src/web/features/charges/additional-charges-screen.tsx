import { useStaff } from '#web/api/session.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { Fieldset, Grid, SimpleGrid, Stack, Textarea } from '@mantine/core'
import type { FormEvent, KeyboardEvent } from 'react'
import { ChargePreview } from './charge-preview.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentInBrief } from '#web/kit/student-in-brief.tsx'
import { useCharges } from './use-charges.ts'

const lead = 'Adds an examination fee for one student or, with no roll number, for a class and section.'

/** `/additional-charges`: says whom a fee is for and what it comes to, then charges it once (spec 2.routes.additional-charges, spec 5.charges). */
export function AdditionalChargesScreen() {
  const { campus } = useStaff()
  const charges = useCharges()
  const { lookup, student, charge, errors, clear, ready, save, sending } = charges
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const alert = useAlert()
  const goBack = useGoBack()

  async function submit() {
    const ending = await save()
    if (ending === 'charged') goBack()
    if (ending === 'marked') focusFirstWrong()
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }

  /** Enter sends no form whose Save is disabled, so what is lacking is told here (spec 5.charges.nobody). */
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || charge.lacking === null || !(target instanceof HTMLInputElement)) return
    // Else the same press would close the alert.
    event.preventDefault()
    void alert(charge.lacking, { tone: 'error' })
  }

  function cancel() {
    clear()
    goBack()
  }

  return (
    <Screen title="Additional charges" campus={campus} lead={lead} onLeave={goBack}>
      <form ref={frame} noValidate onSubmit={send} onKeyDown={press} aria-label="Additional charges">
        <Grid gap="md" maw={900}>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <StudentSearchField {...lookup.field} error={errors['rollNumber']} readOnly={sending} autoFocus />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 7 }}>{student && <StudentInBrief student={student} />}</Grid.Col>
        </Grid>
        <Stack gap="md" maw={900}>
          {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
          <Fieldset mx={0} variant="unstyled" disabled={sending}>
            <Fields charges={charges} />
          </Fieldset>
          <ChargePreview charges={charges} />
          <FormButtons act="Save" ready={ready} sending={sending} cancel={cancel} />
        </Stack>
      </form>
    </Screen>
  )
}

/** Class and section are the student's own, and locked, while one is found. */
function Fields({ charges }: { readonly charges: ReturnType<typeof useCharges> }) {
  const { form, student, charge, errors, change } = charges
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <ClassSelect
          value={form.studentClass}
          onChange={(studentClass) => change({ studentClass })}
          error={errors['ofClass']}
          disabled={student !== null}
          required
        />
        <SectionSelect
          value={form.section}
          onChange={(section) => change({ section })}
          error={errors['section']}
          disabled={student !== null}
          required
        />
        <AmountField
          name="examinationFee"
          label="Examination Fee"
          value={form.examinationFee}
          onChange={(examinationFee) => change({ examinationFee })}
          error={charge.wrongFee ?? errors['examinationFee']}
          required
        />
      </SimpleGrid>
      <Textarea
        name="note"
        label="Note"
        description="Kept in the history of every student charged"
        value={form.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        error={errors['note']}
        maxLength={500}
        rows={2}
        resize="vertical"
      />
    </Stack>
  )
}
