import { Text, TextInput, Title } from '@mantine/core'
import { Table } from '#web/ui/table.tsx'

/** A value before and after, as the screen formats it. */
export interface Changed {
  readonly label: string
  readonly before: string
  readonly after: string
}

interface WhatChangesProps {
  readonly title: string
  readonly changes: readonly Changed[]
  /** The text if nothing changes. */
  readonly nothing: string
  /** True if the values are amounts, which align at the right. */
  readonly figures?: boolean
}

const orNothing = (value: string): string => (value === '' ? 'nothing' : value)

/** Lists the changes before they are saved. */
export function WhatChanges({ title, changes, nothing, figures = false }: WhatChangesProps) {
  const align = figures ? 'end' : 'start'
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      {changes.length === 0 ? (
        <Text c="dimmed">{nothing}</Text>
      ) : (
        <Table aria-label={title} verticalSpacing={2} maw={figures ? 560 : undefined}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              <Table.Th ta={align}>Now</Table.Th>
              <Table.Th ta={align}>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ label, before, after }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta={align} {...(before !== after && { c: 'dimmed' })}>
                  <bdi>{orNothing(before)}</bdi>
                </Table.Td>
                <Table.Td ta={align} fw={before === after ? 400 : 600}>
                  <bdi>{orNothing(after)}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** A value of the record that this screen does not change. */
export const ReadOnlyField = ({
  label,
  value,
}: {
  readonly label: string
  readonly value: string | number
}) => <TextInput label={label} value={value} readOnly variant="filled" className="figures" />
