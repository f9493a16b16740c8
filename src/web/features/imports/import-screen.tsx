import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { findImport, listImports } from '#contract/imports.ts'
import { formatInstant } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importKindWords } from '#domain/import/import.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useNoStrayDrop } from '#web/ui/drop-area.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { GiveStep } from './give-step.tsx'
import { ImportSteps, StepFrame } from './import-steps.tsx'
import { countWords, outcomes, stateWords, type StartedImport } from './import-words.ts'
import './imports.css'

// The code of the later steps, such as the grid, loads after the file.
const OpenImport = lazy(async () => ({ default: (await import('./open-import.tsx')).OpenImport }))

/** `/import`: students, balances, fees or contacts from the school's own Excel, with a dry run before the import. */
export function ImportScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [search, setSearch] = useSearchParams()
  const [started, setStarted] = useState<StartedImport | null>(null)
  const importNo = Number(search.get('import') ?? 0)
  useNoStrayDrop()
  const done = (reply: StartedImport) => {
    setStarted(reply)
    setSearch({ import: String(reply.importNo) })
  }
  return (
    <Screen
      title="Bring in from Excel"
      campus={campus}
      wide
      lead="Students, balances, fees and contacts from the school's own Excel or register. The file is checked first; nothing is written before you confirm."
      onLeave={goBack}
    >
      {Number.isInteger(importNo) && importNo > 0 ? (
        <FoundImport key={importNo} importNo={importNo} started={started} />
      ) : (
        <Stack gap="md" maw={1240}>
          <ImportSteps step="file" />
          <GiveStep done={done} />
          <EarlierImports />
        </Stack>
      )}
    </Screen>
  )
}

interface FoundImportProps {
  readonly importNo: number
  readonly started: StartedImport | null
}

/** A started import: its rows are checked, or its result is shown. */
function FoundImport({ importNo, started }: FoundImportProps) {
  const { campus } = useStaff()
  const { data, error, isPending, refetch } = useCall(keys.import(campus, importNo), findImport, {
    params: { campus, importNo },
  })
  if (isPending) return <Loading label="Loading the import" />
  if (!data) return <Failed failure={error} retry={() => void refetch()} />
  const found = data.import
  if (!isOpen(found))
    return (
      <StepFrame label="Done">
        <EndedImport found={found} />
      </StepFrame>
    )
  return (
    <Suspense fallback={<Loading label="Loading the import" />}>
      <OpenImport found={found} started={started?.importNo === importNo ? started : null} />
    </Suspense>
  )
}

const another = (
  <Button component={Link} to="/import" variant="default">
    Bring in another file
  </Button>
)

/** The result of an import, with links to the next steps. */
function EndedImport({ found }: { readonly found: Reply<typeof findImport>['import'] }) {
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
  const shown = counts ? outcomes.filter(({ key }) => key !== 'refused' && key !== 'warned') : []
  return (
    <TitledCard title={`Import ${importNo} is in the books`}>
      <Text role="status">
        {importKindWords[what]} from <bdi>{fileName}</bdi>, {count(found.rows, 'row')}
        {appliedAt && `, applied on ${formatInstant(appliedAt)}`}.
      </Text>
      {counts && (
        <Facts
          layout="line"
          facts={shown.map(({ key, label }) => ({ label, value: formatCount(counts[key]) }))}
        />
      )}
      <Group gap="sm">
        <Button component={Link} to="/student-list">
          Student list
        </Button>
        <Button component={Link} to="/generate-voucher/campus" variant="default">
          Generate campus vouchers
        </Button>
        <Button component={Link} to="/receipts/individual" variant="default">
          Receive payment
        </Button>
        {(what === 'students' || what === 'fees') && (
          <Button component={Link} to="/fee-plan?from=students" variant="default">
            Fee plan from these fees
          </Button>
        )}
        {another}
      </Group>
    </TitledCard>
  )
}

type Import = Reply<typeof listImports>['imports'][number]

const importAddress = (importNo: number): string => `/import?import=${importNo}`

/** The imports of the campus with their results; an open one can be continued. */
function EarlierImports() {
  const { campus } = useStaff()
  const { data, error, isPending, refetch } = useCall(keys.imports(campus), listImports, {
    params: { campus },
  })
  return (
    <TitledCard title="Earlier imports">
      {isPending && <Loading label="Loading the imports" />}
      {error && <Failed failure={error} retry={() => void refetch()} />}
      {data?.imports.length === 0 && <Empty title="Nothing was brought in yet" />}
      {data && data.imports.length > 0 && (
        <>
          <ImportTable imports={data.imports} />
          <Text size="sm" c="dimmed">
            An import that was applied is taken back by the operator alone, with{' '}
            <code>npm run portal -- import withdraw</code>, while nothing else happened to its students.
          </Text>
        </>
      )}
    </TitledCard>
  )
}

function ImportTable({ imports }: { readonly imports: readonly Import[] }) {
  const isPhone = usePhone()
  return (
    <div className="wide-frame" role="region" aria-label="Earlier imports, scrolls" tabIndex={0}>
      <Table aria-label="Earlier imports" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>No.</Table.Th>
            <Table.Th>What</Table.Th>
            {!isPhone && <Table.Th>Begun</Table.Th>}
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((row) => (
            <Table.Tr key={row.importNo}>
              <Table.Td>{row.importNo}</Table.Td>
              <Table.Td>
                {importKindWords[row.what]}
                <Text size="xs" c="dimmed">
                  <bdi>{row.fileName}</bdi>, {count(row.rows, 'row')}
                </Text>
                {isPhone && <BegunCell {...row} />}
              </Table.Td>
              {!isPhone && (
                <Table.Td>
                  <BegunCell {...row} />
                </Table.Td>
              )}
              <Table.Td>
                <State {...row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const BegunCell = ({ startedAt, startedBy }: Import) => (
  <Text size="xs" c="dimmed">
    {formatInstant(startedAt)}, <bdi>{startedBy}</bdi>
  </Text>
)

const isOpen = ({ state }: Import): boolean => state === 'stored' || state === 'checked'

const State = (row: Import) => (
  <>
    {stateWords[row.state]}
    {isOpen(row) && (
      <>
        {' · '}
        <Anchor
          component={Link}
          to={importAddress(row.importNo)}
          aria-label={`Go on with import ${row.importNo}`}
          inherit
          td="underline"
        >
          Go on
        </Anchor>
      </>
    )}
    <Text size="xs" c="dimmed">
      {row.counts && countWords(row.counts)}
    </Text>
  </>
)
