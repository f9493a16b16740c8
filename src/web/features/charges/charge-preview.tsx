import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { totalCharge } from '#domain/charges.ts'
import { formatRupees } from '#domain/money.ts'
import { Figure } from '#web/kit/figures.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { alreadyWords, classWords } from './charge.ts'
import type { Charges, ChargesPreview } from './use-charges.ts'

interface Props {
  readonly charges: Charges
}

/** Reserves the height while nobody is chosen or figures load, so that nothing below jumps. */
const height = 130

/** The students, the total and the vouchers of a charge before it is made. */
export const ChargePreview = ({ charges }: Props) => (
  <Paper component="section" aria-label="What will be charged" withBorder p="md" mih={height}>
    <Contents charges={charges} />
  </Paper>
)

function Contents({ charges }: Props) {
  const { charge, preview, known } = charges
  if (charge.target === null)
    return <Text c="dimmed">Choose a student, or a class and section, to see who is charged.</Text>
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  return known ? <Known charges={charges} known={known} /> : <Loading label="Counting the students" />
}

function Known({ charges, known }: Props & { readonly known: ChargesPreview }) {
  const { chosen, student, charge } = charges
  const target = student
    ? `${student.studentName}, roll no. ${student.rollNo}`
    : classWords(known.students, chosen)
  const already = alreadyWords(known)
  return (
    <Stack gap="sm">
      <div role="status">
        <Title order={2}>
          {known.students === 0
            ? `No student is in class ${chosen.studentClass} ${chosen.section}`
            : `Examination fee for ${target}`}
        </Title>
      </div>
      {known.students > 0 && (
        <Group component="dl" gap="xl" m={0} style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
          <Figure name="Students">{known.students}</Figure>
          <Figure name="Total">
            {charge.fee === null ? '–' : `Rs ${formatRupees(totalCharge(charge.fee, known.students))}`}
          </Figure>
          <Figure name="On this month's vouchers">{known.onVouchers}</Figure>
          <Figure name="On the next voucher">{known.waiting}</Figure>
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
