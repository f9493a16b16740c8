import { listImports } from '#contract/imports.ts'
import { formatInstant } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importKindWords } from '#domain/import.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { countWords, stateWords } from './import-words.ts'

type Import = Reply<typeof listImports>['imports'][number]

/** The address of an import. */
const importAddress = (importNo: number): string => `/import?import=${importNo}`

/** The imports of the campus with what became of them; an open one can be gone on with. */
export function EarlierImports() {
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
                {isPhone && <Begun {...row} />}
              </Table.Td>
              {!isPhone && (
                <Table.Td>
                  <Begun {...row} />
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

const Begun = ({ startedAt, startedBy }: Import) => (
  <Text size="xs" c="dimmed">
    {formatInstant(startedAt)}, <bdi>{startedBy}</bdi>
  </Text>
)

const isOpen = ({ state }: Import): boolean => state === 'collecting' || state === 'checked'

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
      {row.received < row.rows
        ? `${formatCount(row.received)} of ${count(row.rows, 'row')} stored`
        : row.counts && countWords(row.counts)}
    </Text>
  </>
)
