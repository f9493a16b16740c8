import { columnsFor } from '#domain/contacts.ts'
import { count } from '#domain/count.ts'
import { classes } from '#domain/school.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Column, Report } from '#reports/report.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { drawnFoot } from '#web/kit/drawn-columns.tsx'
import type { FootRow, RowGroups } from '#web/ui/table-columns.ts'
import { ActionIcon, Anchor, Checkbox, Popover, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Query, Row } from './use-report.ts'

const nothingChosen: readonly string[] = []

/** Whether the rows of a report are of students, who have a class. */
const hasClasses = (report: Report): boolean => 'studentClass' in report.list.row.shape

/** What a row is about stays in sight. */
const isFixed = ({ pinned }: Column<never>): boolean => pinned !== undefined

/** The columns that the user's role may see, and those of them that are shown: the specified ones, unless the user chose others. */
export function useChosenColumns(report: Report, query: Query) {
  const { role } = useStaff()
  const changed = usePreferences(({ columns }) => columns?.[report.name]) ?? nothingChosen
  return useMemo(() => {
    const all = columnsFor(role, report.columns(query)).filter(({ only }) => only !== 'file')
    const isShown = (column: Column<never>): boolean =>
      isFixed(column) || (column.only === 'chosen') === changed.includes(column.key)
    return { all, shown: all.filter(isShown), changed }
  }, [role, report, query, changed])
}

/** The rows by class, each class with its sums; undefined where they are not grouped. */
export function useGroups(
  report: Report,
  columns: readonly Column<Row>[],
  found: readonly Row[],
  isGrouped: boolean,
): RowGroups<Row> | undefined {
  return useMemo(() => {
    if (!isGrouped || !hasClasses(report)) return undefined
    const [first = '', second = ''] = columns.map(({ key }) => key)
    const heads = classes.flatMap((studentClass): FootRow[] => {
      const rows = found.filter((row) => classOf(row) === studentClass)
      if (rows.length === 0) return []
      const kept = rows.filter((row) => report.keeps(row))
      const words = { [first]: `Class ${studentClass}`, [second]: count(rows.length, report.noun) }
      const cells = { ...report.foot(totalsOfRows(report.list, rows), kept), ...words }
      return [{ ...drawnFoot(columns, cells), key: studentClass }]
    })
    return { heads, of: classOf }
  }, [report, columns, found, isGrouped])
}

const classOf = ({ studentClass }: Row): string => (typeof studentClass === 'string' ? studentClass : '')

interface ColumnsMenuProps {
  readonly report: Report
  readonly query: Query
  readonly isGrouped: boolean
  readonly onGroup: (isGrouped: boolean) => void
}

/** Chooses the columns on the screen and on paper, and groups the rows by class; files keep the specified columns. */
export function ColumnsMenu({ report, query, isGrouped, onGroup }: ColumnsMenuProps) {
  const { all, shown, changed } = useChosenColumns(report, query)
  const choose = (keys: readonly string[]) =>
    setPreferences({ columns: { ...usePreferences.getState().columns, [report.name]: keys } })
  const toggle = (key: string) =>
    choose(changed.includes(key) ? changed.filter((other) => other !== key) : [...changed, key])
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" size={32} title="Columns" aria-label="Columns">
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={6}>
          {hasClasses(report) && (
            <Checkbox
              label="Group by class"
              checked={isGrouped}
              onChange={(event) => onGroup(event.currentTarget.checked)}
            />
          )}
          <Text size="xs" c="dimmed">
            Columns here and on paper. Files keep the specified ones.
          </Text>
          {all
            .filter((column) => !isFixed(column))
            .map((column) => (
              <Checkbox
                key={column.key}
                label={column.heading}
                checked={shown.includes(column)}
                onChange={() => toggle(column.key)}
              />
            ))}
          {changed.length > 0 && (
            <Anchor component="button" type="button" size="sm" onClick={() => choose([])}>
              Specified columns
            </Anchor>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
