import { Box, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { count, formatCount } from '#domain/count.ts'
import { importFieldLabel, type ImportKind } from '#domain/import/import.ts'
import {
  allSheets,
  noChoice,
  readFileTable,
  type FileTable,
  type TableChoice,
} from '#domain/import/sheets.ts'
import { classes, sections } from '#domain/school.ts'
import type { SheetsRead } from '#files/read-sheets.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Attention } from '#web/ui/attention.tsx'

export type GivenFile = Extract<SheetsRead, { readonly ok: true }> & { readonly fileName: string }

export type TableInFile = Extract<FileTable, { readonly ok: true }>

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
  // If the choices leave no table, they are offered as before they were made.
  const offered = table.ok ? table : readFileTable(what, sheets, { ...noChoice, sheet: choice.sheet })
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
          <Box component="ul" m="4px 0 0" ps={46}>
            {table.notes.map(({ words }) => (
              <li key={words} dir="auto">
                {words}.
              </li>
            ))}
          </Box>
        </Attention>
      )}
      {offered.ok && <Choices {...{ what, choice, sending, setChoice }} table={offered} />}
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
        <Text span inherit truncate display="inline-block" maw={220} dir="auto">
          {cells[index]}
        </Text>
      ),
    }))}
    rows={rows.slice(0, 5)}
    rowKey={({ rowNo }) => rowNo}
  />
)

interface ChoicesProps extends Pick<FilePreviewProps, 'what' | 'sending'> {
  readonly table: TableInFile
  readonly choice: TableChoice
  readonly setChoice: (choice: TableChoice) => void
}

const everySheet = 'all'

/** The sheets, the hidden rows, and the class and section of every row; each only if the file leaves it open. */
function Choices({ what, table: { sheets, hiddenRows, has }, choice, sending, setChoice }: ChoicesProps) {
  const seen = sheets.filter(({ isHidden, rows }) => !isHidden && rows !== null).length
  return (
    <Group gap="md" align="flex-end">
      {sheets.length > 1 && (
        <NativeSelect
          label="Sheet"
          disabled={sending}
          value={choice.sheet === allSheets ? everySheet : String(sheets.findIndex(({ isRead }) => isRead))}
          onChange={({ currentTarget: { value } }) => {
            const sheet = value === everySheet ? allSheets : (sheets[Number(value)]?.name ?? null)
            setChoice({ ...noChoice, sheet })
          }}
          data={[
            ...(seen > 1 ? [{ value: everySheet, label: `All ${formatCount(seen)} sheets` }] : []),
            ...sheets.map(({ name, rows, isHidden }, at) => {
              const size = rows === null ? 'no table' : count(rows, 'row')
              const label = `${name} (${size}${isHidden ? ', hidden' : ''})`
              return { value: String(at), label, disabled: rows === null }
            }),
          ]}
        />
      )}
      {what === 'students' &&
        named
          .filter(([field]) => !has[field])
          .map(([field, values]) => (
            <NativeSelect
              key={field}
              label={`${importFieldLabel(field)} of every row`}
              disabled={sending}
              value={choice[field] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setChoice({ ...choice, [field]: values.find((one) => one === value) ?? null })
              }
              data={[{ value: '', label: 'As the file says' }, ...values]}
            />
          ))}
      {hiddenRows > 0 && (
        <Checkbox
          label={`Leave out ${count(hiddenRows, 'hidden row')}`}
          disabled={sending}
          checked={choice.leavesOutHidden}
          onChange={({ currentTarget: { checked } }) => setChoice({ ...choice, leavesOutHidden: checked })}
        />
      )}
    </Group>
  )
}

const named = [
  ['studentClass', classes],
  ['section', sections],
] as const
