import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { count, formatCount } from '#domain/count.ts'
import type { ImportKind } from '#domain/import/import.ts'
import {
  allSheets,
  noChoice,
  readFileTable,
  type FileTable,
  type TableChoice,
} from '#domain/import/sheets.ts'
import type { FileSheet } from '#domain/import/table.ts'
import { classes, sections } from '#domain/school.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Attention } from '#web/ui/attention.tsx'

export interface GivenFile {
  readonly fileName: string
  readonly sheets: readonly FileSheet[]
  readonly encoding: string | null
}

export type TableInFile = Extract<FileTable, { readonly ok: true }>

/** True if the office can choose which parts of the file are read. */
export const offersChoice = (what: ImportKind, { sheets, hiddenRows, has }: TableInFile): boolean =>
  sheets.length > 1 || hiddenRows > 0 || (what === 'students' && !(has.studentClass && has.section))

const rowsShown = 5

interface FilePreviewProps {
  readonly what: ImportKind
  readonly file: GivenFile
  readonly sending: boolean
  readonly send: (table: TableInFile) => void
  readonly forget: () => void
}

/** The first rows of the file as they were read, and which parts of the file are sent. */
export function FilePreview({ what, file, sending, send, forget }: FilePreviewProps) {
  const { fileName, sheets, encoding } = file
  const [choice, setChoice] = useState<TableChoice>(noChoice)
  const table = useMemo(() => readFileTable(what, sheets, choice), [what, sheets, choice])
  const first = useMemo(
    () => readFileTable(what, sheets, { ...noChoice, sheet: choice.sheet }),
    [what, sheets, choice.sheet],
  )
  return (
    // While the table is sent, the preview counts as a popup, so that Escape does not leave the screen.
    <Stack gap="sm" data-popup={sending || undefined}>
      <Text role="status">
        <bdi>{fileName}</bdi>:{' '}
        {table.ok
          ? `${count(table.rows.length, 'row')}, ${count(table.headings.length, 'column')}.`
          : table.message}
      </Text>
      {encoding !== null && (
        <Text>
          Read as {encoding}. Where the letters below are wrong, save the file as .xlsx in Excel and choose
          that one.
        </Text>
      )}
      {table.ok && table.notes.length > 0 && (
        <Attention role="status" title="Some of the file is left out or read differently">
          <ul className="import-notes">
            {table.notes.map(({ words }) => (
              <li key={words} dir="auto">
                {words}.
              </li>
            ))}
          </ul>
        </Attention>
      )}
      {first.ok && (
        <Choices what={what} table={first} choice={choice} disabled={sending} onChoose={setChoice} />
      )}
      {table.ok && <FirstRows table={table} />}
      <Group justify="flex-end" gap="sm">
        {sending && (
          <Text size="sm" c="dimmed" role="status">
            Sending…
          </Text>
        )}
        <Button variant="default" onClick={forget} disabled={sending}>
          Choose another file
        </Button>
        <Button onClick={() => table.ok && send(table)} loading={sending} disabled={!table.ok} autoFocus>
          Continue
        </Button>
      </Group>
    </Stack>
  )
}

const FirstRows = ({ table: { headings, rows } }: { readonly table: TableInFile }) => (
  <RecordTable
    label="The first rows"
    columns={headings.map((heading, index) => ({
      key: String(index),
      heading,
      cell: ({ cells }: TableInFile['rows'][number]) => (
        <span className="import-cell" dir="auto">
          {cells[index]}
        </span>
      ),
    }))}
    rows={rows.slice(0, rowsShown)}
    rowKey={({ rowNo }) => rowNo}
  />
)

interface ChoicesProps {
  readonly what: ImportKind
  /** The table before class, section and hidden rows are chosen. */
  readonly table: TableInFile
  readonly choice: TableChoice
  readonly disabled: boolean
  readonly onChoose: (choice: TableChoice) => void
}

const everySheet = 'all'

/** The sheets, the hidden rows, and the class and section of every row; each only if the file leaves it open. */
function Choices({ what, table, choice, disabled, onChoose }: ChoicesProps) {
  const { sheets, hiddenRows, has } = table
  const seen = sheets.filter(({ isHidden, rows }) => !isHidden && rows !== null).length
  const set = (changed: Partial<TableChoice>) => onChoose({ ...choice, ...changed })
  return (
    <Group gap="md" align="flex-end">
      {sheets.length > 1 && (
        <NativeSelect
          label="Sheet"
          disabled={disabled}
          value={choice.sheet === allSheets ? everySheet : String(sheets.findIndex(({ isRead }) => isRead))}
          onChange={({ currentTarget: { value } }) =>
            onChoose({
              ...noChoice,
              sheet: value === everySheet ? allSheets : (sheets[Number(value)]?.name ?? null),
            })
          }
        >
          {seen > 1 && <option value={everySheet}>All {formatCount(seen)} sheets</option>}
          {sheets.map((sheet, at) => (
            <option key={at} value={at} disabled={sheet.rows === null}>
              {sheet.name} ({sheet.rows === null ? 'no table' : count(sheet.rows, 'row')}
              {sheet.isHidden && ', hidden'})
            </option>
          ))}
        </NativeSelect>
      )}
      {what === 'students' && !has.studentClass && (
        <OfEveryRow
          label="Class of every row"
          values={classes}
          value={choice.studentClass}
          disabled={disabled}
          onChoose={(studentClass) => set({ studentClass })}
        />
      )}
      {what === 'students' && !has.section && (
        <OfEveryRow
          label="Section of every row"
          values={sections}
          value={choice.section}
          disabled={disabled}
          onChoose={(section) => set({ section })}
        />
      )}
      {hiddenRows > 0 && (
        <Checkbox
          label={`Leave out ${count(hiddenRows, 'hidden row')}`}
          disabled={disabled}
          checked={choice.leavesOutHidden}
          onChange={({ currentTarget: { checked } }) => set({ leavesOutHidden: checked })}
        />
      )}
    </Group>
  )
}

interface OfEveryRowProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly value: T | null
  readonly disabled: boolean
  readonly onChoose: (value: T | null) => void
}

const OfEveryRow = <T extends string>({ label, values, value, disabled, onChoose }: OfEveryRowProps<T>) => (
  <NativeSelect
    label={label}
    disabled={disabled}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChoose(values.find((one) => one === currentTarget.value) ?? null)}
    data={[{ value: '', label: 'As the file says' }, ...values]}
  />
)
