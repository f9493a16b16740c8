import { Table } from '#web/ui/table.tsx'
import { totalOf, type AdmissionCount } from './admission-counts.ts'

interface CountTableProps {
  readonly counts: readonly AdmissionCount[]
  readonly axis: 'class' | 'month'
}

const words = {
  class: { head: 'Class', all: 'All classes' },
  month: { head: 'Month', all: 'All months' },
} as const

export function CountTable({ counts, axis }: CountTableProps) {
  const total = totalOf(counts)
  return (
    <Table aria-label={`Admitted and removed by ${axis}`} w={300} maw="100%" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words[axis].head}</Table.Th>
          <Table.Th scope="col" ta="end">
            Admitted
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Removed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ of, admitted, removed }) => (
          <Table.Tr key={of}>
            <Table.Th scope="row" fw={400}>
              {of}
            </Table.Th>
            <Count of={admitted} />
            <Count of={removed} />
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr fw={600}>
          <Table.Th scope="row">{words[axis].all}</Table.Th>
          <Count of={total.admitted} />
          <Count of={total.removed} />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

const Count = ({ of }: { readonly of: number }) => (
  <Table.Td ta="end" {...(of === 0 && { c: 'dimmed' })}>
    {of}
  </Table.Td>
)
