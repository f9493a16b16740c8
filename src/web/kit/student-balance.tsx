import { Text } from '@mantine/core'
import { balanceText } from './balance-text.ts'
import type { StudentFound } from './use-student-search.ts'

/** The balance of a student in a list of search results; nothing without a posted voucher. */
export function StudentBalance({ of }: { readonly of: StudentFound['latestVoucher'] }) {
  if (!of) return null
  const { netBalance } = of
  if (netBalance === 0)
    return (
      <Text span c="var(--portal-paid)">
        Paid
      </Text>
    )
  return (
    <Text span className="figures" c={netBalance > 0 ? 'var(--portal-overdue)' : 'var(--portal-advance)'}>
      {balanceText(netBalance)}
    </Text>
  )
}
