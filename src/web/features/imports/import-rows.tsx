import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listImportRows, refusedImportRows, type fixImportRow } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import { importFieldLabel, longestCell, type ImportCounts } from '#domain/import/import.ts'
import { call, type BodyOf, type CallFailed, type Reply } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { keyOf } from '#web/api/queries.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EditableCell, useKeptFocus } from '#web/ui/editable-cell.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Columns, Plan } from './columns-step.tsx'
import { outcomes, type Listed } from './import-words.ts'

type Page = Reply<typeof listImportRows>
type Row = Page['rows'][number]

/** Changes a cell, leaves rows out or includes them again; null after a failure, which was reported. */
export type FixRow = (body: BodyOf<typeof fixImportRow>) => Promise<Plan | null>

interface ImportRowsProps {
  readonly importNo: number
  readonly listed: Listed
  /** The field of each column of the file. */
  readonly columns: Columns
  /** The listed rows to show; null for all. */
  readonly rowNos: readonly number[] | null
  readonly counts: ImportCounts
  /** The numbers of all refused rows. */
  readonly refused: readonly number[]
  readonly fix: FixRow
  readonly busy: boolean
}

/** The rows of an outcome with their problems; a cell is corrected in place. */
export function ImportRows(props: ImportRowsProps) {
  const { importNo, listed, rowNos, counts } = props
  const found = useRows(importNo, listed, rowNos)
  const { rows, query } = found
  const title = titleOf(counts, listed, rowNos)
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" mih={36}>
          <Title order={2}>{title}</Title>
          {listed === 'refused' && counts.refused > 0 && <RefusedActions {...props} />}
        </Group>
        {rows.length > 0 ? <RowTable {...props} found={found} title={title} /> : <NoRows query={query} />}
        {query.hasNextPage && <MoreRows query={query} />}
      </Stack>
    </Paper>
  )
}

function NoRows({
  query: { isPending, error, refetch },
}: {
  readonly query: ReturnType<typeof useRows>['query']
}) {
  if (isPending) return <Loading label="Loading the rows" />
  if (error) return <Failed failure={error} retry={() => void refetch()} />
  return <Empty title="No rows" />
}

const MoreRows = ({ query }: { readonly query: ReturnType<typeof useRows>['query'] }) => (
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
)

interface RowTableProps extends ImportRowsProps {
  readonly found: ReturnType<typeof useRows>
  readonly title: string
}

function RowTable({ columns, listed, fix, found: { rows, headings, query }, title }: RowTableProps) {
  const isPhone = usePhone()
  const focus = useKeptFocus(rows)
  const { refetch } = query
  const drawn = useMemo(() => {
    const change = async (body: Parameters<FixRow>[0]) => {
      await fix(body)
      // The change reloads the rows, so that the new value is there before the cell drops the typed one.
      await refetch({ cancelRefetch: false })
    }
    return columnsOf({ headings, columns, listed, isPhone, change })
  }, [headings, columns, listed, isPhone, fix, refetch])
  return (
    <div {...focus}>
      <DataTable label={title} columns={drawn} rows={rows} rowKey={({ rowNo }) => String(rowNo)} />
    </div>
  )
}

/** The actions on all refused rows, or on the refused rows with one problem. */
const RefusedActions = ({ importNo, rowNos, refused, fix, busy }: ImportRowsProps) => (
  <Group gap="sm">
    <RefusedFile importNo={importNo} />
    <Button
      variant="default"
      size="compact-md"
      disabled={busy}
      onClick={() => void fix({ leaveOut: { rows: [...(rowNos ?? refused)], isLeftOut: true } })}
    >
      {rowNos === null
        ? `Leave out all ${count(refused.length, 'refused row')}`
        : `Leave out these ${count(rowNos.length, 'row')}`}
    </Button>
  </Group>
)

/** The title of a list of rows, with their number by the last check. */
function titleOf(counts: ImportCounts, listed: Listed, rowNos: readonly number[] | null): string {
  const found = outcomes.find(({ outcome }) => outcome === listed)
  return found ? `${found.label}: ${count(rowNos?.length ?? counts[found.key], 'row')}` : ''
}

/** The number after which rows are loaded; undefined for the first rows. */
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
    if (rowNos === null) return all
    const wanted = new Set(rowNos)
    return all.filter(({ rowNo }) => wanted.has(rowNo))
  }, [pages, rowNos])
  return { rows, headings: pages?.[0]?.headings ?? noHeadings, query }
}

const noHeadings: readonly string[] = []

/** The refused rows as an Excel file, to be corrected there. */
function RefusedFile({ importNo }: { readonly importNo: number }) {
  const tellFailure = useTellFailure()
  const [making, setMaking] = useState(false)
  const save = async () => {
    setMaking(true)
    await download(refusedImportRows, { params: { importNo } }).catch(tellFailure)
    setMaking(false)
  }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={making}
      onClick={() => void save()}
    >
      Download refused rows
    </Button>
  )
}

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
    return [
      {
        key: String(index),
        heading: label,
        width: 110,
        whole: ({ cells }) => (cells[index] ?? '').slice(0, 28),
        cell: ({ rowNo, cells, problems }) => (
          <EditableCell
            label={`${label}, row ${rowNo}`}
            column={index}
            value={cells[index] ?? ''}
            maxLength={longestCell}
            problem={problems
              .filter((problem) => problem.field === field)
              .map(({ message }) => message)
              .join(' ')}
            save={(value) => change({ cell: { rowNo, column: index, value } })}
          />
        ),
        sortBy: ({ cells }) => cells[index] ?? '',
      },
    ]
  })
  return [
    {
      key: 'row',
      heading: 'Row',
      width: 48,
      pinned: true,
      cell: ({ rowNo }) => rowNo,
      sortBy: ({ rowNo }) => rowNo,
    },
    ...(listed === 'same' ? [] : [leavingColumn(options)]),
    ...(listed === 'refused' || listed === 'warned' ? [wrongColumn(isPhone)] : [rollNoColumn]),
    ...ofFile,
  ]
}

const wordsOf = ({ problems }: Row): string => problems.map(({ message }) => message).join('; ')

const wrongColumn = (isPhone: boolean): Column<Row> => ({
  key: 'wrong',
  heading: 'What is wrong',
  width: isPhone ? 200 : 270,
  pinned: !isPhone,
  wraps: true,
  cell: (row) => (
    <bdi title={wordsOf(row)} className="import-wrong">
      {wordsOf(row)}
    </bdi>
  ),
  sortBy: wordsOf,
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
    sortBy: ({ rowNo }) => rowNo,
  }
}
