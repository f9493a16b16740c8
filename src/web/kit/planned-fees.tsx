import { Text } from '@mantine/core'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import type { DatedFee } from '#domain/fee.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'

/** Returns `5,555 from June 2027`, with the discount and the remaining fee if there is a discount. */
export function plannedFeeWords({ from, ...fee }: DatedFee): string {
  const month = from ? ` from ${formatMonth(monthOf(from))}` : ''
  const discount = `, less ${formatRupees(fee.discount)} discount: ${formatRupees(netMonthlyFee(fee))}`
  return `${formatRupees(fee.monthlyFee)}${month}${fee.discount > 0 ? discount : ''}`
}

/** The monthly fees planned ahead, one per line (decisions 6.fee-change.ahead). */
export function PlannedFees({ planned }: { readonly planned: readonly DatedFee[] }) {
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
