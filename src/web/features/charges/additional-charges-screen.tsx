import { Fieldset, Group, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { addAdditionalCharges, additionalChargesPreview } from '#contract/charges.ts'
import { chargeTargetMissing, totalCharge } from '#domain/charges.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { formatRupees, nothing, parseRupees, type Money } from '#domain/money.ts'
import { somethingBroke } from '#domain/refusals.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { CallFailed, Reply, Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { ClassSelect, SectionSelect } from '#web/kit/class-and-section.tsx'
import { Figure } from '#web/kit/figures.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { amountError } from '#web/kit/student-form/student-form.ts'
import { useInfoLookup } from '#web/kit/student-form/use-student-edit.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

/** The fee in rupees. */
interface ChargesForm {
  readonly studentClass: SchoolClass | ''
  readonly section: Section | ''
  readonly examinationFee: string
  readonly note: string
}

type ChargesPreview = Reply<typeof additionalChargesPreview>

/** From this number of students on, the clerk must confirm. */
const many = 20

/** Null while class or section is missing. */
const targetOf = ({ studentClass, section }: ChargesForm, student: { readonly rollNo: number } | null) =>
  studentClass === '' || section === ''
    ? null
    : { ofClass: studentClass, section, ...(student && { rollNumber: student.rollNo }) }

/** Reads the fee, which is null while it is missing or wrong. */
function feeOf(typed: string) {
  const fee = parseRupees(typed)
  const wrongFee = fee === 0 ? 'The amount must be more than 0' : amountError(typed)
  return { wrongFee, fee: wrongFee === null ? fee : null }
}

/** Reads students and fee; an empty roll number means the whole class and section (spec 5.charges.whole-class). */
function useChargePreview(typed: ChargesForm, { student, field }: ReturnType<typeof useInfoLookup>) {
  // The student's own class and section; clearing the number restores the earlier choice.
  const chosen = student ? { ...typed, studentClass: student.studentClass, section: student.section } : typed
  const isEveryone = field.value.trim() === ''
  const target = student || isEveryone ? targetOf(chosen, student) : null
  const body = target ?? {}
  const preview = useCall(additionalChargesPreview, { body }, { enabled: target !== null, gcTime: 0 })
  return {
    chosen,
    target,
    ...feeOf(typed.examinationFee),
    /** True if only a section is set (spec 5.charges.nobody). */
    lacksClass: isEveryone && chosen.studentClass === '' && chosen.section !== '',
    preview,
    /** The students and their sums; never the figures of another choice. */
    counts: target === null || preview.isError ? null : (preview.data ?? null),
  }
}

/** Additional charges, from students to result (spec 5.charges, spec 8.state.charges, decisions 3.fees.whole-class). */
function useCharges() {
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const lookup = useInfoLookup('additional charges', 'Student not found')

  const form = useSendForm<typeof addAdditionalCharges, ChargesForm>({
    endpoint: addAdditionalCharges,
    draft: 'additional charges',
    initial: () => ({ studentClass: '', section: '', examinationFee: '', note: '' }),
    names: ['rollNumber', 'studentClass', 'section', 'examinationFee', 'note'],
    renamed: { ofClass: 'studentClass' },
    check: () => ({}),
    confirm: async (): Promise<boolean> => {
      const { fee, counts, chosen } = charge
      if (fee === null || counts === null) return false
      return counts.students < many || confirm(questionOf(chosen, fee, counts))
    },
    sent: ({ note }): Sent<typeof addAdditionalCharges> | null => {
      const { target, fee, counts } = charge
      if (target === null || fee === null || counts === null) return null
      const { rollNumber = '' } = target
      return { body: { ...target, rollNumber, examinationFee: fee, note, expectedStudents: counts.students } }
    },
    async done({ msg, applied, pending }) {
      const total = formatRupees(totalCharge(charge.fee ?? nothing, applied + pending))
      lookup.clear()
      await alert(msg, { detail: `${detailOf(applied, pending)} Total Rs ${total}.` })
      goBack()
    },
    async refused(failure) {
      const { code } = failure
      // The look-up itself reports a student who has left.
      if (code === 'student-left' || code === 'student-graduated') {
        await lookup.reload()
        return true
      }
      // Runs even after a lost reply: the preview then shows the charges that were made.
      void charge.preview.refetch()
      await alert(...failureWords(failure))
      return true
    },
  })
  const charge = useChargePreview(form.values, lookup)
  const { fee, counts, preview } = charge
  const ready = fee !== null && counts !== null && counts.students > 0 && !preview.isFetching
  return { ...charge, form, lookup, ready, goBack }
}

/** The server's words; after a fault, whose result is unknown, also that a repeat is safe (spec 8.generation.error). */
function failureWords({ msg, status }: CallFailed): Parameters<ReturnType<typeof useAlert>> {
  if (status >= 400 && status < 500) return [msg, { tone: 'error' }]
  const reason = msg === somethingBroke ? '' : `${msg}\n`
  return [somethingBroke, { tone: 'error', detail: `${reason}Press Save again: it is charged only once.` }]
}

/** States for how many students the charge is added to an earlier charge; null if there are none. */
function alreadyWords({ students, chargedAlready }: ChargesPreview): string | null {
  if (chargedAlready === 0) return null
  const there = 'an examination fee already; this one is added to it.'
  if (students === 1) return `There is ${there}`
  return `${formatCount(chargedAlready)} of them ${agree(chargedAlready, 'has', 'have')} ${there}`
}

/** `24 students of class 5 Red`. */
const classWords = (students: number, { studentClass, section }: ChargesForm): string =>
  `${count(students, 'student')} of class ${studentClass} ${section}`

const questionOf = (form: ChargesForm, fee: Money, preview: ChargesPreview) => ({
  title: `Charge ${classWords(preview.students, form)}?`,
  message: [
    `Examination fee ${formatRupees(fee)} each, Rs ${formatRupees(totalCharge(fee, preview.students))} in total.`,
    `On this month's vouchers: ${preview.onVouchers}. On the next voucher: ${preview.waiting}.`,
    alreadyWords(preview),
  ]
    .filter((words) => words !== null)
    .join('\n'),
  confirmLabel: `Charge ${count(preview.students, 'student')}`,
})

/** States how many vouchers have the charges now, and how many students get them later. */
function detailOf(applied: number, pending: number): string {
  const now = applied > 0 ? [`added to ${count(applied, 'voucher')}`] : []
  const later = pending > 0 ? [`on the next voucher for ${count(pending, 'student')}`] : []
  const words = [...now, ...later].join('; ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function Contents({ chosen, fee, target, preview, counts, lookup }: ReturnType<typeof useCharges>) {
  if (target === null)
    return <Text c="dimmed">Choose a student, or a class and section, to see who is charged.</Text>
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (!counts) return <Loading label="Counting the students" />
  const { student } = lookup
  const { students, onVouchers, waiting } = counts
  const charged = student
    ? `${student.studentName}, roll no. ${student.rollNo}`
    : classWords(students, chosen)
  const already = alreadyWords(counts)
  return (
    <Stack gap="sm">
      <div role="status">
        <Title order={2}>
          {students === 0
            ? `No student is in class ${chosen.studentClass} ${chosen.section}`
            : `Examination fee for ${charged}`}
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
  const { form, chosen, lookup, lacksClass, wrongFee, ready, goBack } = charges
  // While a student is found, class and section are locked to the student's own.
  const ownClass = { disabled: lookup.student !== null, required: true }
  const alert = useAlert()

  /** Enter does not submit while Save is disabled, so missing values are reported here (spec 5.charges.nobody). */
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || !lacksClass || !(target instanceof HTMLInputElement)) return
    // Otherwise the same press would close the alert.
    event.preventDefault()
    void alert(chargeTargetMissing, { tone: 'error' })
  }

  return (
    <StudentScreen
      title="Additional charges"
      lead="Adds an examination fee for one student or, with no roll number, for a class and section."
      student={lookup.student}
      lookup={lookup}
      form={{ ...form, frame: { ...form.frame, onKeyDown: press }, leave: goBack }}
      error={form.errors['rollNumber']}
      maw={900}
    >
      <Fieldset mx={0} disabled={form.sending}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
            <ClassSelect {...form.field('studentClass')} value={chosen.studentClass} {...ownClass} />
            <SectionSelect {...form.field('section')} value={chosen.section} {...ownClass} />
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
      </Fieldset>
      {/* Reserves the height while no student is chosen or figures load, so that nothing below jumps. */}
      <Paper component="section" aria-label="What will be charged" withBorder p="md" mih={130}>
        <Contents {...charges} />
      </Paper>
      <FormButtons act="Save" ready={ready} sending={form.sending} cancel={goBack} />
    </StudentScreen>
  )
}
