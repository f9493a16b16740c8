import { Table, Text, Title } from '@mantine/core'

/** One thing as it is and as it will be, in the words of the screen. */
export interface Changed {
  readonly label: string
  readonly before: string
  readonly after: string
}

interface WhatChangesProps {
  readonly title: string
  readonly changes: readonly Changed[]
  /** Said where nothing changes. */
  readonly nothing: string
  /** Amounts stand at the right. */
  readonly figures?: boolean
}

const orNothing = (value: string): string => (value === '' ? 'nothing' : value)

/** What an act will do, thing by thing, before it is done. */
export function WhatChanges({ title, changes, nothing, figures = false }: WhatChangesProps) {
  const align = figures ? 'end' : 'start'
  return (
    <section aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {changes.length === 0 ? (
        <Text c="dimmed">{nothing}</Text>
      ) : (
        <Table aria-label={title} verticalSpacing={2} horizontalSpacing="xs" maw={figures ? 560 : undefined}>
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
