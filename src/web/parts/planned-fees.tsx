import type { DatedFeeOnWire } from '#contract/student.ts'
import { calendarDate, formatMonth, monthOf } from '#domain/calendar.ts'
import { formatRupees, rupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { Text } from '@mantine/core'

/** `5,555 from June 2027`, with the discount and what is left of the fee where there is one. */
function plannedFeeWords({ from, ...onWire }: DatedFeeOnWire): string {
  const date = calendarDate(from ?? '')
  const fee = { monthlyFee: rupees(onWire.monthlyFee), discount: rupees(onWire.discount) }
  const month = date ? ` from ${formatMonth(monthOf(date))}` : ''
  const discount = `, less ${formatRupees(fee.discount)} discount: ${formatRupees(netMonthlyFee(fee))}`
  return `${formatRupees(fee.monthlyFee)}${month}${fee.discount > 0 ? discount : ''}`
}

/** The monthly fees that are dated ahead, one a line (decisions 6.fee-change.ahead); nothing where none is. */
export function PlannedFees({ planned }: { readonly planned: readonly DatedFeeOnWire[] }) {
  if (planned.length === 0) return null
  return (
    <section aria-label="Planned fees">
      {planned.map((fee) => (
        <Text key={fee.from} size="sm">
          Planned: {plannedFeeWords(fee)}
        </Text>
      ))}
    </section>
  )
}
