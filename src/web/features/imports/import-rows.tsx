import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { listImportRows, refusedImportRows, type fixImportRow } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import { importFieldLabel, longestCell, type ImportSettings } from '#domain/import/import.ts'
import { call, type BodyOf, type CallFailed, type Reply } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { keyOf } from '#web/api/queries.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EditableCell, useKeptFocus } from '#web/ui/editable-cell.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { outcomes, type Listed } from './import-words.ts'

type Page = Reply<typeof listImportRows>
type Row = Page['rows'][number]

/** Changes a cell, leaves rows out or includes them again; a failure is reported. */
export type FixRow = (body: BodyOf<typeof fixImportRow>) => Promise<unknown>

interface ImportRowsProps {
  readonly importNo: number
  readonly listed: Listed
  /** The field of each column of the file. */
  readonly columns: ImportSettings['columns']
  readonly plan: ImportPlanReply
  /** The listed rows to show; null for all. */
  readonly rowNos: readonly number[] | null
  readonly fix: FixRow
  readonly busy: boolean
}

/** The rows of an outcome with their problems; a cell is corrected in place. */
export function ImportRows(props: ImportRowsProps) {
  const { importNo, listed, columns, plan, rowNos, fix } = props
  const { rows, headings, query } = useRows(importNo, listed, rowNos)
  const { refetch } = query
  const isPhone = usePhone()
  const focus = useKeptFocus(rows)
  const drawn = useMemo(() => {
    const change = async (body: Parameters<FixRow>[0]) => {
      await fix(body)
      // The change reloads the rows, so that the new value is there before the cell drops the typed one.
      await refetch({ cancelRefetch: false })
    }
    return columnsOf({ headings, columns, listed, isPhone, change })
  }, [headings, columns, listed, isPhone, fix, refetch])
  const found = outcomes.find(({ outcome }) => outcome === listed)
  const title = found ? `${found.label}: ${count(rowNos?.length ?? plan.counts[found.key], 'row')}` : ''
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
          <Group>
            <Button
              variant="default"
              size="compact-md"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more rows
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function NoRows({ query: { isPending, error, refetch } }: { readonly query: RowsQuery }) {
  if (isPending) return <Loading label="Loading the rows" />
  return error ? <Failed failure={error} retry={() => void refetch()} /> : <Empty title="No rows" />
}

/** The actions on all refused rows, or on the refused rows with one problem, and their file for a correction in Excel. */
function RefusedActions({ importNo, rowNos, plan, fix, busy }: ImportRowsProps) {
  const tellFailure = useTellFailure()
  const [making, setMaking] = useState(false)
  const save = async () => {
    setMaking(true)
    await download(refusedImportRows, { params: { importNo } }).catch(tellFailure)
    setMaking(false)
  }
  const refused = plan.problems.filter(({ isWarning }) => !isWarning).flatMap(({ rows }) => rows)
  const rows = rowNos ?? [...new Set(refused)]
  return (
    <Group gap="sm">
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={making}
        onClick={() => void save()}
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
function useRows(importNo: number, listed: Listed, rowNos: readonly number[] | null) {
  const query = useInfiniteQuery<Page, CallFailed, InfiniteData<Page, After>, readonly unknown[], After>({
    queryKey: keyOf(listImportRows, { params: { importNo, outcome: listed } }),
    queryFn: ({ pageParam: after, signal }) =>
      call(listImportRows, { params: { importNo, outcome: listed }, query: { after }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ more, rows }) => (more ? rows.at(-1)?.rowNo : undefined),
    gcTime: 0,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => {
    const all = pages?.flatMap((page) => page.rows) ?? []
    const wanted = rowNos && new Set(rowNos)
    return wanted ? all.filter(({ rowNo }) => wanted.has(rowNo)) : all
  }, [pages, rowNos])
  return { rows, headings: pages?.[0]?.headings ?? noHeadings, query }
}

type RowsQuery = ReturnType<typeof useRows>['query']

const noHeadings: readonly string[] = []

interface ColumnsOptions extends Pick<ImportRowsProps, 'columns' | 'listed'> {
  readonly headings: readonly string[]
  readonly isPhone: boolean
  readonly change: (body: Parameters<FixRow>[0]) => Promise<void>
}

/** The number of the row, its problems, and the columns of the file that are not left out. */
function columnsOf(options: ColumnsOptions): readonly Column<Row>[] {
  const { headings, columns, listed, isPhone, change } = options
  const ofFile = columns.flatMap((field, index): Column<Row>[] => {
    if (field === null) return []
    const heading = headings[index] ?? ''
    const label = heading === '' ? importFieldLabel(field) : heading
    const valueOf = ({ cells }: Row) => cells[index] ?? ''
    return [
      {
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
            problem={wordsOf(row, ' ', field)}
            save={(value) => change({ cell: { rowNo: row.rowNo, column: index, value } })}
          />
        ),
        sortBy: valueOf,
      },
    ]
  })
  return [
    { key: 'row', heading: 'Row', width: 48, pinned: true, cell: rowNoOf, sortBy: rowNoOf },
    ...(listed === 'same' ? [] : [leavingColumn(options)]),
    ...(listed === 'refused' || listed === 'warned' ? [wrongColumn(isPhone)] : [rollNoColumn]),
    ...ofFile,
  ]
}

const rowNoOf = ({ rowNo }: Row) => rowNo

/** The problems of a row or of one of its fields. */
const wordsOf = ({ problems }: Row, between: string, ofField?: string): string =>
  problems
    .filter(({ field }) => ofField === undefined || field === ofField)
    .map(({ message }) => message)
    .join(between)

const wrongColumn = (isPhone: boolean): Column<Row> => ({
  key: 'wrong',
  heading: 'What is wrong',
  width: isPhone ? 200 : 270,
  pinned: !isPhone,
  wraps: true,
  cell: (row) => (
    <bdi title={wordsOf(row, '; ')} className="import-wrong">
      {wordsOf(row, '; ')}
    </bdi>
  ),
  sortBy: (row) => wordsOf(row, '; '),
})

const rollNoColumn: Column<Row> = {
  key: 'roll number',
  heading: 'Roll No.',
  width: 66,
  cell: ({ rollNo }) => rollNo ?? '–',
  sortBy: ({ rollNo }) => rollNo ?? 0,
}

const leavingColumn = ({ listed, isPhone, change }: ColumnsOptions): Column<Row> => {
  const isLeftOut = listed !== 'left out'
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
