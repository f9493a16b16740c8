import {
  IconCalculator,
  IconCash,
  IconChartBar,
  IconClockDollar,
  IconFileInvoice,
  IconReportMoney,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { TabKey } from './menu.ts'

const icons = {
  admissions: IconUserPlus,
  vouchers: IconFileInvoice,
  'fee-receipts': IconCash,
  'admission-reports': IconChartBar,
  'monthly-fee-reports': IconReportMoney,
  accounts: IconCalculator,
  administration: IconUsers,
  'late-fee-charges': IconClockDollar,
} as const satisfies Record<TabKey, unknown>

interface Props {
  readonly tab: TabKey
  readonly label: string
  /** The number of tasks; not part of the accessible name. */
  readonly count?: number | undefined
}

export function HeadContent({ tab, label, count = 0 }: Props) {
  const Icon = icons[tab]
  return (
    <>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className="navigation-word">{label}</span>
      {count > 0 && <span className="navigation-count" data-count={count} aria-hidden />}
    </>
  )
}
