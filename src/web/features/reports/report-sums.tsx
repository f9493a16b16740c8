import { count, formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Column, Note, Report } from '#reports/report.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { ActionIcon, Text } from '@mantine/core'
import { IconLineHeight } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Row } from './use-report.ts'

/** The sums that matter most, of the rows in sight. */
export function Figures({ report, found }: Omit<StatusProps, 'rows'>) {
  const figures = useMemo(() => report.figures?.(totalsOfRows(report.list, found)) ?? [], [report, found])
  if (figures.length === 0) return null
  return (
    <dl className="report-sums figures no-print">
      {figures.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatRupees(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows of 28 px, or of 36 px. */
export function RowHeightSwitch() {
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const label = isRoomy ? 'Compact rows' : 'Roomy rows'
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      title={label}
      aria-label={label}
      onClick={() => setPreferences({ rows: isRoomy ? 'dense' : 'roomy' })}
    >
      <IconLineHeight size={16} aria-hidden />
    </ActionIcon>
  )
}

interface StatusProps {
  readonly report: Report
  readonly rows: readonly Row[]
  readonly found: readonly Row[]
}

/** The number of rows, or of those found, and their sums in words. */
export function Status({ report, rows, found }: StatusProps) {
  const counted = report.counted?.(found) ?? count(found.length, report.noun)
  const sums = report.sumUp?.(found) ?? ''
  return (
    <Text role="status" size="xs" c="dimmed">
      {found.length === rows.length
        ? `${counted} listed`
        : `${counted} of ${formatCount(rows.length)} found; the totals are for these`}
      {sums !== '' && `: ${sums}`}
    </Text>
  )
}

interface NoteProps {
  readonly note: Note
  readonly columns: readonly Column<Row>[]
}

/** A figure that the totals row does not have, in a sentence. */
export function NoteLine({ note: { text, amounts }, columns }: NoteProps) {
  if (typeof amounts === 'number') {
    return (
      <Text>
        {text}:{' '}
        <b className="figures" style={{ whiteSpace: 'nowrap' }}>
          {balanceText(amounts)}
        </b>
      </Text>
    )
  }
  const texts = columns.flatMap(({ key, heading }) => {
    const amount = amounts[key]
    return amount === undefined ? [] : [`${heading} ${formatRupees(amount)}`]
  })
  return (
    <Text>
      {text}: {texts.join(', ')}
    </Text>
  )
}
