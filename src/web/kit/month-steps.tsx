import { Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatMonth, monthOf, type Month } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { generateAddress, printMonthAddress } from './list-addresses.ts'
import { addressToPost } from './months-to-post.tsx'
import { useOverview, type CampusFigures } from './use-overview.ts'
import './month-steps.css'

type StepName = 'generate' | 'post' | 'print'

/** `vouchers` is the number generated, to be posted or to be paid; undefined while unknown. */
function stepsOf(month: Month, figures: CampusFigures['month'] | undefined) {
  const isGenerated = figures !== undefined && figures.vouchers > 0
  const isPosted = isGenerated && figures.toPost === 0
  return [
    {
      name: 'generate',
      to: generateAddress(month),
      words: isGenerated ? 'Generated' : 'Generate',
      vouchers: figures?.vouchers,
    },
    {
      name: 'post',
      to: addressToPost(month),
      words: isPosted ? 'Posted' : 'Post',
      vouchers: isPosted ? figures.vouchers : figures?.toPost,
    },
    { name: 'print', to: printMonthAddress(month), words: 'Print', vouchers: figures?.unpaid },
  ]
}

interface MonthStepsProps {
  readonly step: StepName
  /** Defaults to the current month. */
  readonly month?: Month | null
}

/** The three steps of a month's vouchers with counts and links; hidden from users who may not write. */
export function MonthSteps({ step: current, month: chosen }: MonthStepsProps) {
  const { role, today } = useStaff()
  const month = chosen ?? monthOf(today)
  const { data } = useOverview(month)
  if (!canWrite(role)) return null
  return (
    <Group
      component="nav"
      className="month-steps no-print"
      gap="4px 12px"
      c="dimmed"
      fz={13}
      aria-label={`Vouchers of ${formatMonth(month)}, step by step`}
    >
      <Text span inherit fw={600} className="month-steps-month">
        {formatMonth(month)}
      </Text>
      <Group component="ol" gap={4} wrap="nowrap" m={0} p={0}>
        {stepsOf(month, data?.month).map(({ name, to, words, vouchers }, index) => (
          <Group key={name} component="li" gap={4} wrap="nowrap">
            <Link to={to} aria-current={name === current ? 'step' : undefined}>
              <span className="month-steps-number">{index + 1}</span> {words}
              {vouchers !== undefined && vouchers > 0 && ` ${formatCount(vouchers)}`}
            </Link>
          </Group>
        ))}
      </Group>
    </Group>
  )
}

export const PrintSteps = ({ month }: { readonly month: Month | null }) =>
  month && <MonthSteps step="print" month={month} />
