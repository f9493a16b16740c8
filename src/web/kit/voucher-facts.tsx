import { Badge, Group, Text, Title } from '@mantine/core'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate, formatPeriod, type CalendarDate } from '#domain/calendar.ts'
import { Facts } from '#web/ui/facts.tsx'
import { lateWords } from './student-account.ts'
import { StudentLink } from './student-link.tsx'

/** The facts of a voucher, which the clerk compares with the paper before taking money. */
export function VoucherFacts({
  voucher,
  today,
}: {
  readonly voucher: VoucherReply
  readonly today: CalendarDate
}) {
  const late = voucher.paid ? null : lateWords(voucher.dueDate, today)
  return (
    <section aria-label="Voucher">
      <Group gap="xs" mb="xs">
        <Title order={2} size="h1">
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
          {
            label: 'Due Date',
            value: (
              <>
                {formatDate(voucher.dueDate)}{' '}
                {late !== null && (
                  <Text span c="var(--mantine-color-error)" fw={600} style={{ display: 'inline-block' }}>
                    {late}
                  </Text>
                )}
              </>
            ),
          },
          ...(voucher.note === '' ? [] : [{ label: 'Note', value: voucher.note, wide: true }]),
        ]}
      />
    </section>
  )
}
