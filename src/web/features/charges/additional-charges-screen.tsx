import { Fieldset, Group, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { totalCharge } from '#domain/charges.ts'
import { formatRupees } from '#domain/money.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { Figure } from '#web/kit/figures.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { StudentChoice, StudentSubject } from '#web/kit/student-form/student-choice.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { alreadyWords, classWords, useCharges, type Charges, type ChargesPreview } from './use-charges.ts'

interface ChargesProps {
  readonly charges: Charges
}

function Contents({ charges }: ChargesProps) {
  const { target, preview, counts } = charges
  if (target === null)
    return <Text c="dimmed">Choose a student, or a class and section, to see who is charged.</Text>
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  return counts ? <Counts charges={charges} counts={counts} /> : <Loading label="Counting the students" />
}

function Counts({ charges, counts }: ChargesProps & { readonly counts: ChargesPreview }) {
  const { chosen, student, fee } = charges
  const { students, onVouchers, waiting } = counts
  const target = student ? `${student.studentName}, roll no. ${student.rollNo}` : classWords(students, chosen)
  const already = alreadyWords(counts)
  return (
    <Stack gap="sm">
      <div role="status">
        <Title order={2}>
          {students === 0
            ? `No student is in class ${chosen.studentClass} ${chosen.section}`
            : `Examination fee for ${target}`}
        </Title>
      </div>
      {students > 0 && (
        <Group component="dl" gap="xl" m={0} style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
          <Figure name="Students">{students}</Figure>
          <Figure name="Total">
            {fee === null ? '–' : `Rs ${formatRupees(totalCharge(fee, students))}`}
          </Figure>
          <Figure name="On this month's vouchers">{onVouchers}</Figure>
          <Figure name="On the next voucher">{waiting}</Figure>
        </Group>
      )}
      {already !== null && (
        <Group role="status" gap={6} wrap="nowrap" c="var(--portal-to-do)">
          <IconAlertTriangle size={18} aria-hidden style={{ flexShrink: 0 }} />
          <Text fw={600}>{already}</Text>
        </Group>
      )}
    </Stack>
  )
}

/** `/additional-charges`: shows students and total, then charges (spec 2.routes.additional-charges, spec 5.charges). */
export function AdditionalChargesScreen() {
  const charges = useCharges()
  const { form, lookup, student, lacking, ready, goBack } = charges
  const alert = useAlert()

  /** Enter does not submit while Save is disabled, so missing values are reported here (spec 5.charges.nobody). */
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || lacking === null || !(target instanceof HTMLInputElement)) return
    // Otherwise the same press would close the alert.
    event.preventDefault()
    void alert(lacking, { tone: 'error' })
  }

  return (
    <Screen
      title="Additional charges"
      lead="Adds an examination fee for one student or, with no roll number, for a class and section."
      subject={<StudentSubject student={student} lookup={lookup} sending={form.sending} />}
      onLeave={goBack}
    >
      <form {...form.frame} onKeyDown={press} aria-label="Additional charges">
        <Stack gap="md" maw={900}>
          <StudentChoice
            lookup={lookup}
            error={form.errors['rollNumber']}
            sending={form.sending}
            focus={form.focusFirstInvalid}
          />
          <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
            <Fields charges={charges} />
          </Fieldset>
          {/* Reserves the height while no student is chosen or figures load, so that nothing below jumps. */}
          <Paper component="section" aria-label="What will be charged" withBorder p="md" mih={130}>
            <Contents charges={charges} />
          </Paper>
          <FormButtons act="Save" ready={ready} sending={form.sending} cancel={goBack} />
        </Stack>
      </form>
    </Screen>
  )
}

/** While a student is found, class and section are locked to the student's own. */
function Fields({ charges: { form, chosen, student, wrongFee } }: ChargesProps) {
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
          error={wrongFee ?? form.errors.examinationFee}
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
