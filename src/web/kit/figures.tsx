import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { monthName, type Month } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import { Rupees } from '#web/ui/rupees.tsx'

interface Props extends Pick<Totals, 'thisMonth' | 'arrears' | 'netReceivable'> {
  readonly month: Month
  /** The number of vouchers, if no heading shows it. */
  readonly count?: number
}

/** Returns `December fee`, the label for the charges of a month's vouchers. */
export const feeOfMonth = ({ month }: Month): string => `${monthName(month)} fee`

/** The sums of a voucher run. */
export const Figures = ({ month, count, thisMonth, arrears, netReceivable }: Props) => (
  <Group component="dl" gap="xl" m={0} style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
    {count !== undefined && <Figure name="Vouchers">{count}</Figure>}
    <Amount name={feeOfMonth(month)} of={thisMonth} />
    <Amount name="Arrears from before" of={arrears} />
    <Amount name="Net receivable" of={netReceivable} />
  </Group>
)

const Amount = ({ name, of }: { readonly name: string; readonly of: Money }) => (
  <Figure name={name}>
    <Rupees of={of} advance />
  </Figure>
)

export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text component="dt" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} fz="lg" fw={600} className="figures">
      {children}
    </Text>
  </div>
)
