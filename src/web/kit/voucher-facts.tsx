import { Badge, Group, Text, Title } from '@mantine/core'
import type { VoucherReply } from '#contract/voucher.ts'
import { daysBetween, formatDate, formatPeriod, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { Facts } from '#web/ui/facts.tsx'
import { StudentLink } from './student-link.tsx'

interface VoucherFactsProps {
  readonly voucher: VoucherReply
  readonly today: CalendarDate
}

/** The facts of a voucher, which the clerk compares with the paper before taking money. */
export function VoucherFacts({ voucher, today }: VoucherFactsProps) {
  return (
    <section aria-label="Voucher">
      <Group gap="xs" mb="xs">
        <Title order={2} size="h1" style={{ overflowWrap: 'anywhere' }}>
          <StudentLink rollNo={voucher.rollNo}>{voucher.studentName}</StudentLink>
        </Title>
        {voucher.left && (
          <Badge color="gray" variant="outline" tt="none">
            No longer at school
          </Badge>
        )}
      </Group>
      <Facts
        layout="pairs"
        facts={[
          { label: 'Father Name', value: voucher.fatherName },
          { label: 'Roll No.', value: voucher.rollNo },
          { label: 'Class', value: voucher.studentClass },
          { label: 'Section', value: voucher.section },
          { label: 'Voucher No.', value: voucher.voucherNo },
          { label: 'Fee Period', value: formatPeriod(voucher.feePeriod) },
          { label: 'Issue Date', value: formatDate(voucher.issueDate) },
          { label: 'Due Date', value: <DueDate voucher={voucher} today={today} /> },
          ...(voucher.note === '' ? [] : [{ label: 'Note', value: voucher.note, wide: true }]),
        ]}
      />
    </section>
  )
}

const DueDate = ({ voucher, today }: VoucherFactsProps) => (
  <>
    {formatDate(voucher.dueDate)} <PastDue voucher={voucher} today={today} />
  </>
)

function PastDue({ voucher: { dueDate, paid }, today }: VoucherFactsProps) {
  if (dueDate >= today || paid) return null
  const days = daysBetween(dueDate, today)
  return (
    <Text span c="var(--mantine-color-error)" fw={600} style={{ display: 'inline-block' }}>
      {count(days, 'day')} late
    </Text>
  )
}
