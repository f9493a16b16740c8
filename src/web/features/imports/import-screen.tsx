import { Anchor, Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { findImport, listImports } from '#contract/imports.ts'
import { formatInstant } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importKindWords, type ImportCounts, type ImportState } from '#domain/import/import.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { noted } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { GiveStep, useNoStrayDrop } from './give-step.tsx'
import { ImportStep, outcomes, outcomeWords } from './import-steps.tsx'
import type { OpenImportProps } from './open-import.tsx'

// The code of the later steps, such as the grid, loads after the file.
const OpenImport = lazy(async () => ({ default: (await import('./open-import.tsx')).OpenImport }))

/** `/import`: students, balances, fees or contacts from the school's own Excel, with a dry run before the import. */
export function ImportScreen() {
  const goBack = useGoBack()
  const [search, setSearch] = useSearchParams()
  const [started, setStarted] = useState<OpenImportProps['started']>(null)
  const importNo = Number(search.get('import') ?? 0)
  useNoStrayDrop()
  return (
    <Screen
      title="Import from Excel"
      wide
      lead="Students, balances, fees and contacts from the school's own Excel or register. The file is checked first; nothing is written before you confirm."
      onLeave={goBack}
    >
      {importNo > 0 ? (
        <ImportOf key={importNo} importNo={importNo} started={started} />
      ) : (
        <ImportStep step="file">
          <GiveStep
            done={(reply) => {
              setStarted(reply)
              setSearch({ import: String(reply.importNo) })
            }}
          />
          <EarlierImports />
        </ImportStep>
      )}
    </Screen>
  )
}

/** A started import: its rows are checked, or its result is shown. */
function ImportOf({ importNo, started }: Pick<OpenImportProps, 'started'> & { readonly importNo: number }) {
  const { data, error, isPending, refetch } = useCall(findImport, { params: { importNo } })
  if (isPending) return <Loading label="Loading the import" />
  if (!data) return <Failed failure={error} retry={() => void refetch()} />
  const found = data.import
  if (!isOpen(found))
    return (
      <ImportStep step={null}>
        <EndedImport found={found} />
      </ImportStep>
    )
  return (
    <Suspense fallback={<Loading label="Loading the import" />}>
      <OpenImport found={found} started={started?.importNo === importNo ? started : null} />
    </Suspense>
  )
}

const plainLink = (to: string, label: string) => (
  <Button component={Link} to={to} variant="default">
    {label}
  </Button>
)

const another = plainLink('/import', 'Import another file')

function EndedImport({ found }: Pick<OpenImportProps, 'found'>) {
  const { importNo, what, fileName, state, counts, appliedAt } = found
  if (state !== 'applied') {
    const isWithdrawn = state === 'withdrawn'
    return (
      <Empty
        title={`Import ${importNo} was ${isWithdrawn ? 'withdrawn by the operator' : 'not finished in time'}`}
        hint={`Its records are ${isWithdrawn ? 'no longer' : 'not'} in the books. The file can be imported again.`}
        action={another}
      />
    )
  }
  return (
    <TitledCard title={`Import ${importNo} is in the books`}>
      <Text role="status">
        {importKindWords[what]} from <bdi>{fileName}</bdi>, {count(found.rows, 'row')}
        {appliedAt && `, applied on ${formatInstant(appliedAt)}`}.
      </Text>
      {counts && (
        <Facts
          layout="line"
          facts={(['new', 'changed', 'same', 'leftOut'] as const).map((outcome) => ({
            label: outcomeWords[outcome],
            value: formatCount(counts[outcome]),
          }))}
        />
      )}
      <Group gap="sm">
        <Button component={Link} to="/student-list">
          Student list
        </Button>
        {plainLink('/generate-voucher/campus', 'Generate campus vouchers')}
        {plainLink('/receipts/individual', 'Receive payment')}
        {(what === 'students' || what === 'fees') &&
          plainLink('/fee-plan?from=students', 'Fee plan from these fees')}
        {another}
      </Group>
    </TitledCard>
  )
}

type Import = Reply<typeof listImports>['imports'][number]

function EarlierImports() {
  const { data, error, refetch } = useCall(listImports)
  return (
    <TitledCard title="Earlier imports">
      <RecordTable
        label="Earlier imports"
        columns={importColumns}
        rows={data?.imports}
        rowKey={({ importNo }) => importNo}
        empty={<Empty title="No imports yet" />}
        failure={error}
        retry={() => void refetch()}
      />
      {data && data.imports.length > 0 && (
        <Text size="sm" c="dimmed">
          Your IT person can take an applied import back, while nothing else happened to its students.
        </Text>
      )}
    </TitledCard>
  )
}

const isOpen = ({ state }: Import): boolean => state === 'stored' || state === 'checked'

const stateWords: Readonly<Record<ImportState, string>> = {
  stored: 'Not checked yet',
  checked: 'Checked',
  applied: 'Applied',
  withdrawn: 'Withdrawn',
  expired: 'Not finished in time',
}

/** `396 new, 16 left out`: the counts that are not zero. */
const countWords = (counts: ImportCounts): string =>
  outcomes
    .filter((outcome) => outcome !== 'warned' && counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${outcomeWords[outcome].toLowerCase()}`)
    .join(', ')

const importColumns: readonly RecordColumn<Import>[] = [
  { key: 'no', heading: 'No.', card: 'none', cell: ({ importNo }) => importNo },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'title',
    cell: ({ what, fileName, rows }) =>
      noted(
        importKindWords[what],
        <>
          <bdi>{fileName}</bdi>, {count(rows, 'row')}
        </>,
      ),
  },
  {
    key: 'begun',
    heading: 'Begun',
    cell: ({ startedAt, startedBy }) => noted(<bdi>{startedBy}</bdi>, formatInstant(startedAt)),
  },
  {
    key: 'state',
    heading: 'State',
    wraps: true,
    card: 'plain',
    cell: (row) =>
      noted(
        <>
          {stateWords[row.state]}
          {isOpen(row) && ' · '}
          {isOpen(row) && (
            <Anchor
              component={Link}
              to={`/import?import=${row.importNo}`}
              aria-label={`Continue import ${row.importNo}`}
              inherit
              td="underline"
            >
              Continue
            </Anchor>
          )}
        </>,
        row.counts && countWords(row.counts),
      ),
  },
]
