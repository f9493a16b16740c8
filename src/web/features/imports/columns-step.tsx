import { Button, Group, NativeSelect, Text } from '@mantine/core'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { dateAt, formatDate } from '#domain/calendar.ts'
import { duesLeftOut, feesLeftOut } from '#domain/import/columns.ts'
import {
  fieldsOfKind,
  importFieldLabel,
  importFields,
  type ImportField,
  type ImportKind,
  type ImportSettings,
} from '#domain/import/import.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import type { StartedImport } from './import-words.ts'

export type Columns = ImportSettings['columns']
export type Plan = ImportPlanReply

/** The origin of the columns' fields, before they are corrected. */
const originWords = {
  guess: 'Guessed from the headings. Correct what is wrong, and leave out what the portal does not keep.',
  'last file': 'As it was said of the last file with these headings.',
  'last check': 'As it was said at the last check.',
} as const
export type ColumnsOrigin = keyof typeof originWords

interface ColumnsStepProps {
  readonly what: ImportKind
  readonly headings: readonly string[]
  /** The first rows of the file. */
  readonly samples: readonly (readonly string[])[]
  /** More of the rows, from which the content of a column is guessed. */
  readonly samplesRead: readonly (readonly string[])[]
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
  /** Null if the import was started in another visit. */
  readonly started: StartedImport | null
  readonly origin: ColumnsOrigin
  readonly sending: boolean
  readonly onDone: () => void
}

/** The content of each column of the file: guessed from its heading, or as it was chosen for the last such file. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { what, headings, samples, samplesRead, columns, onChange, origin, sending, onDone } = props
  const set = (place: number, field: ImportField | null) =>
    onChange(headings.map((_, other) => (other === place ? field : (columns[other] ?? null))))
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
            cell: (place) => <Samples values={samples.map((cells) => cells[place] ?? '')} />,
          },
          {
            key: 'field',
            heading: 'Field',
            width: 240,
            card: 'plain',
            cell: (place) => (
              <FieldSelect
                label={`Field of ${headings[place] === '' ? `column ${place + 1}` : headings[place]}`}
                what={what}
                columns={columns}
                place={place}
                onChoose={(field) => set(place, field)}
              />
            ),
          },
        ]}
        rows={headings.map((_, place) => place)}
        rowKey={(place) => place}
        isDimmed={(place) => (columns[place] ?? null) === null}
        isRoomy
      />
      <DuesLeftOut headings={duesLeftOut(what, columns, headings, samplesRead)} />
      <FeesLeftOut headings={feesLeftOut(what, columns, headings)} />
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

interface LeftOutProps {
  readonly headings: readonly string[]
}

const quoted = (headings: readonly string[]): string => headings.map((heading) => `"${heading}"`).join(', ')

const FeesLeftOut = ({ headings }: LeftOutProps) =>
  headings.length > 0 && (
    <Attention
      role="status"
      title={`Left out, but looks like the fee: ${quoted(headings)}`}
      words="Choose Monthly Fee for the one that the children pay from now on."
    />
  )

const DuesLeftOut = ({ headings }: LeftOutProps) =>
  headings.length > 0 && (
    <Attention
      role="status"
      title={`Left out, but looks like dues: ${quoted(headings)}`}
      words="Choose Opening Balance for it if the children owe it."
    />
  )

const BroughtBefore = ({ started }: Pick<ColumnsStepProps, 'started'>) =>
  started?.appliedBefore && (
    <Attention
      role="status"
      title={`This file was imported before: import ${started.appliedBefore.importNo}, ${formatDate(dateAt(started.appliedBefore.appliedAt))}`}
      words="Rows that are in the portal already are not written a second time."
    />
  )

const Samples = ({ values }: { readonly values: readonly string[] }) => (
  <ul className="import-samples">
    {values.map((value, place) => (
      <li key={place} dir="auto">
        {value === '' ? <span aria-label="empty">–</span> : value}
      </li>
    ))}
  </ul>
)

interface FieldSelectProps {
  readonly label: string
  readonly what: ImportKind
  readonly columns: Columns
  readonly place: number
  readonly onChoose: (field: ImportField | null) => void
}

/** The fields of the kind; a field of another column cannot be chosen again. */
const FieldSelect = ({ label, what, columns, place, onChoose }: FieldSelectProps) => (
  <NativeSelect
    aria-label={label}
    size="xs"
    value={columns[place] ?? ''}
    onChange={({ currentTarget: { value } }) =>
      onChoose(importFields.find((field) => field === value) ?? null)
    }
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
