import { Table } from '#web/ui/table.tsx'
import { totalOf, type ClassCount } from './admissions-by-class.ts'

/** The figures of the graph, class by class. */
export function ClassCounts({ counts }: { readonly counts: readonly ClassCount[] }) {
  const total = totalOf(counts)
  return (
    <Table aria-label="Admitted and removed by class" w={300} maw="100%" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Class</Table.Th>
          <Table.Th scope="col" ta="end">
            Admitted
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Removed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ studentClass, admitted, removed }) => (
          <Table.Tr key={studentClass}>
            <Table.Th scope="row" fw={400}>
              {studentClass}
            </Table.Th>
            <Count of={admitted} />
            <Count of={removed} />
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr fw={600}>
          <Table.Th scope="row">All classes</Table.Th>
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
