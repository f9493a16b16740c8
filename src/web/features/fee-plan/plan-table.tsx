import { ActionIcon, Paper, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArrowBarDown } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { labelIn } from '#domain/fee-heads.ts'
import { planField, planFormHeads, type PlanField, type PlanHead } from '#domain/fee-plan.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { Table } from '#web/ui/table.tsx'
import type { TypedPlan } from './typed-plan.ts'
import './plan-table.css'

/** The fields in Enter's order: down one column, then from the top of the next. */
const byColumn = planFormHeads.flatMap(({ key }) =>
  classes.map((studentClass) => planField(studentClass, key)),
)

function neighbour(field: PlanField, key: string, isBack: boolean): PlanField | undefined {
  const index = byColumn.indexOf(field)
  if (key === 'Enter') return byColumn[index + (isBack ? -1 : 1)]
  const row = index % classes.length
  if (key === 'ArrowDown') return row === classes.length - 1 ? undefined : byColumn[index + 1]
  if (key === 'ArrowUp') return row === 0 ? undefined : byColumn[index - 1]
  return undefined
}

/** Enter and the arrow keys move as in a spreadsheet; Enter in the last field saves. */
function goOn(event: KeyboardEvent<HTMLInputElement>, field: PlanField) {
  const { key, shiftKey, nativeEvent, currentTarget } = event
  if (nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const next = neighbour(field, key, shiftKey)
  if (next === undefined) return
  event.preventDefault()
  const input = currentTarget.form?.elements.namedItem(next)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}

interface PlanTableProps {
  readonly form: Pick<SendForm<TypedPlan>, 'field'>
  readonly changed: readonly PlanField[]
  readonly copyBelow: (from: SchoolClass) => void
  readonly disabled: boolean
}

export const PlanTable = ({ form, changed, copyBelow, disabled }: PlanTableProps) => (
  <Paper withBorder px="sm" py={4}>
    <fieldset className="plain-fieldset" disabled={disabled}>
      <Table className="plan-table" aria-label="Fee plan" verticalSpacing={2} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Class</Table.Th>
            {planFormHeads.map((head) => (
              <Table.Th key={head.key} scope="col" ta="end">
                {labelIn('feesForm', head)}
              </Table.Th>
            ))}
            <Table.Th scope="col">
              <VisuallyHidden>Copy</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {classes.map((studentClass, row) => (
            <Table.Tr key={studentClass}>
              <Table.Th scope="row">{studentClass}</Table.Th>
              {planFormHeads.map((head) => (
                <AmountCell
                  key={head.key}
                  studentClass={studentClass}
                  head={head.key}
                  label={labelIn('feesForm', head)}
                  form={form}
                  isChanged={changed.includes(planField(studentClass, head.key))}
                />
              ))}
              <Table.Td>
                {row < classes.length - 1 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    c="dimmed"
                    size={28}
                    tabIndex={-1}
                    aria-label={`Copy class ${studentClass} to the classes below`}
                    title={`Copy class ${studentClass} to the classes below`}
                    onClick={() => copyBelow(studentClass)}
                  >
                    <IconArrowBarDown size={16} stroke={1.5} aria-hidden />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </fieldset>
  </Paper>
)

interface AmountCellProps extends Pick<PlanTableProps, 'form'> {
  readonly studentClass: SchoolClass
  readonly head: PlanHead
  readonly label: string
  readonly isChanged: boolean
}

function AmountCell({ studentClass, head, label, form, isChanged }: AmountCellProps) {
  const name = planField(studentClass, head)
  return (
    <Table.Td data-label={label} data-changed={isChanged || undefined}>
      <TextInput
        {...form.field(name)}
        className="amount-field"
        aria-label={`${label}, class ${studentClass}`}
        size="xs"
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        onKeyDown={(event) => goOn(event, name)}
      />
    </Table.Td>
  )
}
