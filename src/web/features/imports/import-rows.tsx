import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { listImportRows, refusedImportRows, type fixImportRow } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import {
  importFieldLabel,
  longestCell,
  type ImportField,
  type ImportSettings,
} from '#domain/import/import.ts'
import { call, type BodyOf, type CallFailed, type Reply } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { keyOf } from '#web/api/queries.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EditableCell, useKeptFocus } from '#web/ui/editable-cell.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { outcomeWords, type Outcome } from './import-steps.tsx'

type Page = Reply<typeof listImportRows>
type Row = Page['rows'][number]

/** Changes a cell, leaves rows out or includes them again; a failure is reported. */
type Fix = (body: BodyOf<typeof fixImportRow>) => Promise<void>

interface ImportRowsProps {
  readonly importNo: number
  readonly listed: Outcome
  /** The field of each column of the file. */
  readonly columns: ImportSettings['columns']
  readonly plan: ImportPlanReply
  /** The listed rows to show; null for all. */
  readonly rowNos: readonly number[] | null
  readonly fix: Fix
  readonly busy: boolean
}

/** The rows of an outcome with their problems; a cell is corrected in place. */
export function ImportRows(props: ImportRowsProps) {
  const { importNo, listed, columns, plan, rowNos, fix } = props
  const query = useRows(importNo, listed)
  const { refetch } = query
  const isPhone = usePhone()
  const pages = query.data?.pages
  const rows = useMemo(() => {
    const wanted = rowNos && new Set(rowNos)
    return (pages ?? []).flatMap((page) => page.rows).filter(({ rowNo }) => !wanted || wanted.has(rowNo))
  }, [pages, rowNos])
  const headings = pages?.[0]?.headings
  const focus = useKeptFocus(rows)
  const drawn = useMemo((): readonly Column<Row>[] => {
    const change: Fix = async (body) => {
      await fix(body)
      // The change reloads the rows, so that the new value is there before the cell drops the typed one.
      await refetch({ cancelRefetch: false })
    }
    return [
      { key: 'row', heading: 'Row', width: 48, pinned: true, cell: rowNoOf, sortBy: rowNoOf },
      ...(listed === 'same' ? [] : [leavingColumn(listed !== 'leftOut', isPhone, change)]),
      listed === 'refused' || listed === 'warned' ? wrongColumn(isPhone) : rollNoColumn,
      ...columns.flatMap((field, index) =>
        field ? cellColumn(field, index, headings?.[index], change) : [],
      ),
    ]
  }, [headings, columns, listed, isPhone, fix, refetch])
  const title = `${outcomeWords[listed]}: ${count(rowNos?.length ?? plan.counts[listed], 'row')}`
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" mih={36}>
          <Title order={2}>{title}</Title>
          {listed === 'refused' && plan.counts.refused > 0 && <RefusedActions {...props} />}
        </Group>
        {rows.length > 0 ? (
          <div {...focus}>
            <DataTable label={title} columns={drawn} rows={rows} rowKey={({ rowNo }) => String(rowNo)} />
          </div>
        ) : (
          <NoRows query={query} />
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            size="compact-md"
            w="fit-content"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more rows
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function NoRows({ query: { isPending, error, refetch } }: { readonly query: ReturnType<typeof useRows> }) {
  if (isPending) return <Loading label="Loading the rows" />
  return error ? <Failed failure={error} retry={() => void refetch()} /> : <Empty title="No rows" />
}

/** The actions on all refused rows, or on the refused rows with one problem, and their file for a correction in Excel. */
function RefusedActions({ importNo, rowNos, plan, fix, busy }: ImportRowsProps) {
  const tellFailure = useTellFailure()
  const refused = plan.problems.filter(({ isWarning }) => !isWarning).flatMap(({ rows }) => rows)
  const rows = rowNos ?? [...new Set(refused)]
  return (
    <Group gap="sm">
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(refusedImportRows, { params: { importNo } }).catch(tellFailure)}
      >
        Download refused rows
      </Button>
      <Button
        variant="default"
        size="compact-md"
        disabled={busy}
        onClick={() => void fix({ leaveOut: { rows: [...rows], isLeftOut: true } })}
      >
        {rowNos === null
          ? `Leave out all ${count(rows.length, 'refused row')}`
          : `Leave out these ${count(rows.length, 'row')}`}
      </Button>
    </Group>
  )
}

type After = number | undefined

/** The rows of an outcome, 500 at a time. */
function useRows(importNo: number, listed: Outcome) {
  const params = { importNo, outcome: listed === 'leftOut' ? 'left out' : listed } as const
  return useInfiniteQuery<Page, CallFailed, InfiniteData<Page, After>, readonly unknown[], After>({
    queryKey: keyOf(listImportRows, { params }),
    queryFn: ({ pageParam: after, signal }) => call(listImportRows, { params, query: { after }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ more, rows }) => (more ? rows.at(-1)?.rowNo : undefined),
    gcTime: 0,
  })
}

const rowNoOf = ({ rowNo }: Row) => rowNo

const cellColumn = (field: ImportField, index: number, heading = '', change: Fix): Column<Row> => {
  const label = heading || importFieldLabel(field)
  const valueOf = ({ cells }: Row) => cells[index] ?? ''
  return {
    key: String(index),
    heading: label,
    width: 110,
    whole: (row) => valueOf(row).slice(0, 28),
    cell: (row) => (
      <EditableCell
        label={`${label}, row ${row.rowNo}`}
        column={index}
        value={valueOf(row)}
        maxLength={longestCell}
        problem={row.problems.flatMap((one) => (one.field === field ? one.message : [])).join(' ')}
        save={(value) => change({ cell: { rowNo: row.rowNo, column: index, value } })}
      />
    ),
    sortBy: valueOf,
  }
}

const wordsOf = ({ problems }: Row): string => problems.map(({ message }) => message).join('; ')

const wrongColumn = (isPhone: boolean): Column<Row> => ({
  key: 'wrong',
  heading: 'What is wrong',
  width: isPhone ? 200 : 270,
  pinned: !isPhone,
  wraps: true,
  cell: (row) => (
    <bdi title={wordsOf(row)} style={{ color: 'var(--portal-overdue)' }}>
      {wordsOf(row)}
    </bdi>
  ),
  sortBy: (row) => wordsOf(row),
})

const rollNoColumn: Column<Row> = {
  key: 'roll number',
  heading: 'Roll No.',
  width: 66,
  cell: ({ rollNo }) => rollNo ?? '–',
  sortBy: ({ rollNo }) => rollNo ?? 0,
}

const leavingColumn = (isLeftOut: boolean, isPhone: boolean, change: Fix): Column<Row> => {
  const act = isLeftOut ? 'Leave out' : 'Take back in'
  return {
    key: 'leave out',
    heading: act,
    width: isLeftOut ? 76 : 96,
    pinned: !isPhone,
    cell: ({ rowNo }) => (
      <button
        type="button"
        className="cell-button"
        data-column="leave out"
        aria-label={`${act}: row ${rowNo}`}
        onClick={() => void change({ leaveOut: { rows: [rowNo], isLeftOut } })}
      >
        {act}
      </button>
    ),
    sortBy: rowNoOf,
  }
}
