import type { Role } from '#domain/roles.ts'
import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCash,
  IconChartBar,
  IconClockDollar,
  IconFileInvoice,
  IconReportMoney,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { tabsOf, type TabKey } from './menu.ts'

const icons = {
  admissions: IconUserPlus,
  vouchers: IconFileInvoice,
  'fee-receipts': IconCash,
  'admission-reports': IconChartBar,
  'monthly-fee-reports': IconReportMoney,
  administration: IconUsers,
  'late-fee-charges': IconClockDollar,
} as const satisfies Record<TabKey, unknown>

interface Props {
  /** Ties the tabs to their panel. */
  readonly id: string
  readonly role: Role
  readonly tab: TabKey
  readonly choose: (tab: TabKey) => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The tabs stand at the left, as icons where it is narrow, as a list to choose from on a telephone. */
export function TabMenu({ id, role, tab, choose }: Props) {
  const narrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const open = tabsOf(role)
  if (narrow) {
    return (
      <NativeSelect
        label="Work"
        size="md"
        value={tab}
        data={open.map(({ key, label }) => ({ value: key, label }))}
        onChange={(event) => {
          const chosen = open.find(({ key }) => key === event.currentTarget.value)
          if (chosen) choose(chosen.key)
        }}
      />
    )
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const place = open.findIndex(({ key }) => key === tab) + step
    const next = open[(place + open.length) % open.length]
    if (!next) return
    choose(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div className="dashboard-tabs" role="tablist" aria-label="Work" aria-orientation="vertical">
      {open.map(({ key, label }) => {
        const Icon = icons[key]
        return (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            className="dashboard-tab"
            aria-selected={key === tab}
            aria-controls={`${id}-panel`}
            tabIndex={key === tab ? 0 : -1}
            title={label}
            onClick={() => choose(key)}
            onKeyDown={move}
          >
            <Icon size={20} stroke={1.5} aria-hidden />
            <span>{label}</span>
          </button>
        )
      })}
    </div>
  )
}
