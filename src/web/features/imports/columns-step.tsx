import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { dateAt, formatDate } from '#domain/calendar.ts'
import { duesLeftOut, feesLeftOut } from '#domain/import/columns.ts'
import { fieldsOfKind, importFieldLabel, importFields, type ImportSettings } from '#domain/import/import.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import type { FoundImport, StartedImport } from './import-words.ts'

type Columns = ImportSettings['columns']

/** The origin of the columns' fields, before they are corrected. */
const originWords = {
  guess: 'Guessed from the headings. Correct what is wrong, and leave out what the portal does not keep.',
  'last file': 'As it was said of the last file with these headings.',
  'last check': 'As it was said at the last check.',
} as const
export type ColumnsOrigin = keyof typeof originWords

interface ColumnsStepProps {
  readonly found: FoundImport
  /** Null if the import was started in another visit. */
  readonly started: StartedImport | null
  readonly samples: readonly (readonly string[])[]
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
  readonly origin: ColumnsOrigin
  readonly sending: boolean
  readonly onDone: () => void
}

const samplesShown = 5

/** The content of each column of the file: guessed from its heading, or as it was chosen for the last such file. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { found, samples, columns, onChange, origin, sending, onDone } = props
  const { what, headings } = found
  const nameOf = (place: number) => (
    <bdi>{headings[place] === '' ? `Column ${place + 1}` : headings[place]}</bdi>
  )
  const missing = fieldsOfKind[what].filter((field) => !columns.includes(field))
  return (
    <TitledCard title="What the columns are">
      <BroughtBefore started={props.started} />
      <Text c="dimmed">{originWords[origin]}</Text>
      <RecordTable
        label="Columns of the file"
        columns={[
          { key: 'heading', heading: 'Heading', wraps: true, card: 'title', cell: nameOf },
          {
            key: 'samples',
            heading: 'First values',
            wraps: true,
            card: 'plain',
            cell: (place) => <Samples rows={samples.slice(0, samplesShown)} place={place} />,
          },
          {
            key: 'field',
            heading: 'Field',
            width: 240,
            card: 'plain',
            cell: (place) => <FieldSelect {...{ found, columns, place, onChange }} />,
          },
        ]}
        rows={headings.map((_, place) => place)}
        rowKey={(place) => place}
        isDimmed={(place) => (columns[place] ?? null) === null}
        isRoomy
      />
      <LeftOut
        like="dues"
        headings={duesLeftOut(what, columns, headings, samples)}
        words="Choose Opening Balance for it if the children owe it."
      />
      <LeftOut
        like="the fee"
        headings={feesLeftOut(what, columns, headings)}
        words="Choose Monthly Fee for the one that the children pay from now on."
      />
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          Not in the file: {missing.map(importFieldLabel).join(', ')}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone} loading={sending} disabled={columns.every((field) => field === null)}>
          Check the rows
        </Button>
      </Group>
    </TitledCard>
  )
}

interface SamplesProps {
  readonly rows: ColumnsStepProps['samples']
  readonly place: number
}

const Samples = ({ rows, place }: SamplesProps) => (
  <ul className="import-samples">
    {rows.map(({ [place]: value = '' }, row) => (
      <li key={row} dir="auto">
        {value === '' ? <span aria-label="empty">–</span> : value}
      </li>
    ))}
  </ul>
)

const BroughtBefore = ({ started }: Pick<ColumnsStepProps, 'started'>) =>
  started?.appliedBefore && (
    <Attention
      role="status"
      title={`This file was imported before: import ${started.appliedBefore.importNo}, ${formatDate(dateAt(started.appliedBefore.appliedAt))}`}
      words="Rows that are in the portal already are not written a second time."
    />
  )

const LeftOut = ({
  like,
  headings,
  words,
}: Record<'like' | 'words', string> & { readonly headings: readonly string[] }) =>
  headings.length > 0 && (
    <Attention
      role="status"
      title={`Left out, but looks like ${like}: ${headings.map((heading) => `"${heading}"`).join(', ')}`}
      words={words}
    />
  )

type FieldSelectProps = Pick<ColumnsStepProps, 'found' | 'columns' | 'onChange'> & {
  readonly place: number
}

/** The fields of the kind; a field of another column cannot be chosen again. */
const FieldSelect = ({ found: { what, headings }, columns, place, onChange }: FieldSelectProps) => (
  <NativeSelect
    aria-label={`Field of ${headings[place] === '' ? `column ${place + 1}` : headings[place]}`}
    size="xs"
    value={columns[place] ?? ''}
    onChange={({ currentTarget: { value } }) => {
      const chosen = importFields.find((field) => field === value) ?? null
      onChange(headings.map((_, other) => (other === place ? chosen : (columns[other] ?? null))))
    }}
  >
    <option value="">Leave out</option>
    {fieldsOfKind[what].map((field) => {
      const at = columns.indexOf(field)
      const isTaken = at >= 0 && at !== place
      return (
        <option key={field} value={field} disabled={isTaken}>
          {importFieldLabel(field)}
          {isTaken && ` (column ${at + 1})`}
        </option>
      )
    })}
  </NativeSelect>
)
