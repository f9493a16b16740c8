import { formatMonth } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { Text, Title } from '@mantine/core'
import { balanceWords } from './account-lines.ts'
import type { UnpaidTold } from './student-told.ts'

/** `4,500 of October 2026 (voucher 5Red1-202610)`; of a month paid in part also what it was. */
export function unpaidWords({ unpaid, amount, voucherNo, year, month }: UnpaidTold): string {
  const part = unpaid === amount ? '' : `the rest of ${formatRupees(amount)}, `
  return `${formatRupees(unpaid)} of ${formatMonth({ year, month })} (${part}voucher ${voucherNo})`
}

interface Props {
  readonly unpaid: readonly UnpaidTold[]
  readonly balance: Money
}

/** What is owed explained month by month, the oldest first. */
export const UnpaidMonths = ({ unpaid, balance }: Props) => (
  <section className="student-unpaid" aria-labelledby="student-unpaid">
    <Title order={2} id="student-unpaid" mb={4}>
      Unpaid, month by month
    </Title>
    {unpaid.length === 0 && (
      <Text c="dimmed">{balance < 0 ? balanceWords(balance) : 'Nothing is unpaid.'}</Text>
    )}
    {unpaid.length > 0 && (
      <ul className="student-unpaid-list">
        {unpaid.map((month) => (
          <li key={month.voucherNo}>{unpaidWords(month)}</li>
        ))}
      </ul>
    )}
  </section>
)
