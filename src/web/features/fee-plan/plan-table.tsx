import { TextInput } from '@mantine/core'
import { IconArrowBarDown } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { labelIn } from '#domain/fee-heads.ts'
import { planField, planFormHeads, type PlanField, type PlanHead } from '#domain/fee-plan.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import type { TypedPlan } from './typed-plan.ts'

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

/** The fees of each class in fields. */
export const PlanTable = ({ form, changed, copyBelow, disabled }: PlanTableProps) => (
  <fieldset className="plain-fieldset" disabled={disabled}>
    <RecordTable
      label="Fee plan"
      columns={[
        { key: 'class', heading: 'Class', card: 'title', cell: (studentClass) => studentClass },
        ...planFormHeads.map((head) => ({
          key: head.key,
          heading: labelIn('feesForm', head),
          figures: true,
          cell: (studentClass: SchoolClass) => (
            <AmountCell
              studentClass={studentClass}
              head={head.key}
              label={labelIn('feesForm', head)}
              form={form}
              isChanged={changed.includes(planField(studentClass, head.key))}
            />
          ),
        })),
      ]}
      rows={classes}
      rowKey={(studentClass) => studentClass}
      acts={(studentClass) => [
        studentClass === classes.at(-1)
          ? null
          : {
              label: `Copy class ${studentClass} to the classes below`,
              icon: IconArrowBarDown,
              onPress: () => copyBelow(studentClass),
              isOutOfTabOrder: true,
            },
      ]}
    />
  </fieldset>
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
    <TextInput
      {...form.field(name)}
      className="amount-field"
      fw={isChanged ? 600 : 400}
      aria-label={`${label}, class ${studentClass}`}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      onKeyDown={(event) => goOn(event, name)}
    />
  )
}
