import { Button, Group, Stack, Text } from '@mantine/core'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { pluralOf } from '#domain/count.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { Report } from '#reports/report.ts'
import { useStaff } from '#web/api/session.ts'
import { Figure } from '#web/kit/figures.tsx'
import { useOverview } from '#web/kit/use-overview.ts'

interface FirstVisitProps {
  readonly report: Report
  readonly onPress: (button: Report['buttons'][number]) => void
}

/** Shortens `Generate Report for students left` to `Students left`. */
const shortLabel = (label: string): string =>
  label.replace(/^Generate Report for /, '').replace(/^./, (first) => first.toUpperCase())

/** Shown in place of the table before a button is pressed: the month's figures, and the buttons once more. */
export function FirstVisit({ report: { buttons, place, noun }, onPress }: FirstVisitProps) {
  const isOfMoney = place.tab === 'monthly-fee-reports'
  return (
    <Stack className="report-wide" align="center" gap="md" py="xl" ta="center">
      {isOfMoney && <MonthInFigures />}
      {buttons.length > 1 ? (
        <Group gap="xs" justify="center">
          <Text c="dimmed">List the {pluralOf(noun)} of</Text>
          {buttons.map((button) => (
            <Button key={button.label} size="xs" variant="default" onClick={() => onPress(button)}>
              {shortLabel(button.label)}
            </Button>
          ))}
        </Group>
      ) : (
        <Text c="dimmed">Press Enter to list the {pluralOf(noun)}.</Text>
      )}
    </Stack>
  )
}

const rupees = (amount: Money | undefined): string =>
  amount === undefined ? '…' : `Rs ${formatRupees(amount)}`

function MonthInFigures() {
  const { today } = useStaff()
  const { data } = useOverview()
  return (
    <Stack gap={4} align="center">
      <Text c="dimmed">{formatMonth(monthOf(today))}</Text>
      <Group component="dl" gap="xl" m={0} justify="center">
        <Figure name="Receivable on its vouchers">{rupees(data?.month.charged)}</Figure>
        <Figure name="Received on them">{rupees(data?.month.received)}</Figure>
        <Figure name="Owed now">{rupees(data?.dues.total)}</Figure>
      </Group>
    </Stack>
  )
}
