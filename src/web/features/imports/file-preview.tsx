import { count, formatCount } from '#domain/count.ts'
import { Table } from '#web/ui/table.tsx'
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import type { FileRead } from './read-file.ts'
import type { FileTable, useUpload } from './use-upload.ts'

const rowsShown = 5

interface FilePreviewProps {
  readonly given: Extract<FileRead, { readonly state: 'read' }>
  readonly upload: ReturnType<typeof useUpload>
  readonly send: () => void
  readonly forget: () => void
}

/** The first rows of the file as they were read, and how much of it is sent. */
export function FilePreview({ given: { table, encoding, skipped }, upload, send, forget }: FilePreviewProps) {
  const { headings, rows, fileName } = table
  const { progress, sending } = upload
  return (
    // While rows are sent it is a popup in the eyes of the screen, which Escape therefore does not leave.
    <Stack gap="sm" data-popup={sending || undefined}>
      <Text role="status">
        <bdi>{fileName}</bdi>: {count(rows.length, 'row')}, {count(headings.length, 'column')}
        {skipped.length > 0 &&
          `, and ${count(skipped.length, 'row')} of totals or headings that are not sent`}
        .
      </Text>
      {encoding !== null && (
        <Text>
          Read as {encoding}. Where the letters below are wrong, save the file as .xlsx in Excel and choose
          that one.
        </Text>
      )}
      <FirstRows table={table} />
      {progress && <SentRows sent={progress.sent} of={progress.of} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={forget} disabled={sending}>
          Choose another file
        </Button>
        <Button onClick={send} loading={sending} autoFocus>
          {progress && !sending ? 'Go on sending' : 'Go on'}
        </Button>
      </Group>
    </Stack>
  )
}

/** The first rows as they were read, in a frame that scrolls. */
const FirstRows = ({ table: { headings, rows } }: { readonly table: FileTable }) => (
  <Paper withBorder className="wide-frame" role="region" aria-label="The first rows, scrolls" tabIndex={0}>
    <Table aria-label="The first rows" className="import-preview" verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading, place) => (
            <Table.Th key={place} dir="auto">
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.slice(0, rowsShown).map(({ rowNo, cells }) => (
          <Table.Tr key={rowNo}>
            {headings.map((_, place) => (
              <Table.Td key={place} dir="auto">
                {cells[place]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Paper>
)

/** `1,240 of 2,000 rows`, with a bar. */
function SentRows({ sent, of }: { readonly sent: number; readonly of: number }) {
  const words = `${formatCount(sent)} of ${count(of, 'row')} sent`
  return (
    <Stack gap={4}>
      <Progress.Root>
        <Progress.Section value={(100 * sent) / of} aria-label={words} />
      </Progress.Root>
      <Text size="sm" c="dimmed" role="status" className="figures">
        {words}
      </Text>
    </Stack>
  )
}
