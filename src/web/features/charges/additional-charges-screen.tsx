import { Fieldset, Grid, SimpleGrid, Stack, Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useStaff } from '#web/api/session.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentInBrief } from '#web/kit/student-in-brief.tsx'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { ChargePreview } from './charge-preview.tsx'
import { useCharges, type Charges } from './use-charges.ts'

const lead = 'Adds an examination fee for one student or, with no roll number, for a class and section.'

/** `/additional-charges`: shows students and total, then charges (spec 2.routes.additional-charges, spec 5.charges). */
export function AdditionalChargesScreen() {
  const { campus } = useStaff()
  const charges = useCharges()
  const { form, lookup, student, charge, ready, cancel } = charges
  const alert = useAlert()

  /** Enter does not submit while Save is disabled, so missing values are reported here (spec 5.charges.nobody). */
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || charge.lacking === null || !(target instanceof HTMLInputElement)) return
    // Otherwise the same press would close the alert.
    event.preventDefault()
    void alert(charge.lacking, { tone: 'error' })
  }

  return (
    <Screen title="Additional charges" campus={campus} lead={lead} onLeave={charges.goBack}>
      <form {...form.frame} onKeyDown={press} aria-label="Additional charges">
        <Grid gap="md" maw={900}>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <StudentSearchField
              {...lookup.field}
              error={form.errors['rollNumber']}
              readOnly={form.sending}
              autoFocus
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 7 }}>{student && <StudentInBrief student={student} />}</Grid.Col>
        </Grid>
        <Stack gap="md" maw={900}>
          {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
          <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
            <Fields charges={charges} />
          </Fieldset>
          <ChargePreview charges={charges} />
          <FormButtons act="Save" ready={ready} sending={form.sending} cancel={cancel} />
        </Stack>
      </form>
    </Screen>
  )
}

/** While a student is found, class and section are locked to the student's own. */
function Fields({ charges }: { readonly charges: Charges }) {
  const { form, chosen, student, charge } = charges
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <ClassSelect
          {...form.field('studentClass')}
          value={chosen.studentClass}
          disabled={student !== null}
          required
        />
        <SectionSelect
          {...form.field('section')}
          value={chosen.section}
          disabled={student !== null}
          required
        />
        <AmountField
          {...form.field('examinationFee')}
          label="Examination Fee"
          error={charge.wrongFee ?? form.errors.examinationFee}
          required
        />
      </SimpleGrid>
      <Textarea
        {...form.field('note')}
        label="Note"
        description="Saved in the history of every student charged"
        maxLength={500}
        rows={2}
        resize="vertical"
      />
    </Stack>
  )
}
