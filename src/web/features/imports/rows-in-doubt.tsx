import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { count, formatCount } from '#domain/count.ts'
import type { ImportSettings } from '#domain/import/import.ts'
import type { Plan } from './columns-step.tsx'

type Doubt = Plan['doubts'][number]

interface RowsInDoubtProps {
  readonly doubts: readonly Doubt[]
  readonly settings: ImportSettings
  readonly change: (changes: Partial<ImportSettings>) => void
}

/** The option value for a new child; the other values are roll numbers, or '' for no choice. */
const newChild = 'new'

/** The rows whose roll number, names and CNIC do not identify a child, each with the existing children it could be. */
export function RowsInDoubt({ doubts, settings: { children = {} }, change }: RowsInDoubtProps) {
  const choose = ({ rowNo }: Doubt, chosen: string) => {
    const { [rowNo]: _, ...others } = children
    const answer = chosen === newChild ? null : Number(chosen)
    change({ children: chosen === '' ? others : { ...others, [rowNo]: answer } })
  }
  // Each row that may be a new child is reviewed on its own.
  const certain = doubts.filter(({ mayBeNew, students }) => !mayBeNew && students.length === 1)
  const sameChildren = Object.fromEntries(
    certain.flatMap(({ rowNo, students }) => students.map(({ rollNo }) => [rowNo, rollNo] as const)),
  )
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={500}>Which child is it?</Text>
      {certain.length > 1 && (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => change({ children: { ...children, ...sameChildren } })}
        >
          {`The same child in all ${count(certain.length, 'row')}`}
        </Button>
      )}
      {doubts.map((doubt) => (
        <NativeSelect
          key={doubt.rowNo}
          w="100%"
          label={
            <bdi>
              Row {formatCount(doubt.rowNo)}: {doubt.child}
            </bdi>
          }
          description={<bdi>{doubt.message}</bdi>}
          value={children[doubt.rowNo] === null ? newChild : (children[doubt.rowNo] ?? '')}
          onChange={({ currentTarget }) => choose(doubt, currentTarget.value)}
        >
          <option value="">Not clear: refuse the row</option>
          {doubt.students.map(({ rollNo, words }) => (
            <option key={rollNo} value={rollNo}>
              {words}
            </option>
          ))}
          {doubt.mayBeNew && <option value={newChild}>A new child</option>}
        </NativeSelect>
      ))}
    </Stack>
  )
}
