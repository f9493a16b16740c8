import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowBarDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { usualFees } from '#contract/admission.ts'
import { feePlan, saveFeePlan } from '#contract/fee-plan.ts'
import { count } from '#domain/count.ts'
import { labelIn } from '#domain/fee-heads.ts'
import { planField, planFormHeads, type PlanField } from '#domain/fee-plan.ts'
import { formatRupees } from '#domain/money.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import { call } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import {
  changedIn,
  classesToFill,
  copiedBelow,
  errorsIn,
  overSaved,
  planBody,
  typedPlan,
  type SavedPlan,
  type TypedPlan,
} from './typed-plan.ts'

const planChanged: RefusalCode = 'fee-plan-changed'

/** `/fee-plan`: the fees of each class; for admins. */
export function FeePlanScreen() {
  const goBack = useGoBack()
  const plan = useCall(feePlan)
  const [saves, setSaves] = useState(0)
  return (
    <Screen
      title="Fee plan"
      lead="What each class pays, in rupees. Admissions begin with these amounts; students who were admitted already keep their fees."
      onLeave={goBack}
    >
      {plan.isPending && <Loading label="Loading the fee plan" />}
      {plan.isError && <Failed failure={plan.error} retry={() => void plan.refetch()} />}
      {/* A new form after each save begins with the saved plan. */}
      {plan.data && (
        <PlanForm
          key={saves}
          plan={plan.data}
          reload={async () => (await plan.refetch()).data}
          saved={() => setSaves(saves + 1)}
        />
      )}
    </Screen>
  )
}

interface PlanFormProps {
  readonly plan: SavedPlan
  readonly reload: () => Promise<SavedPlan | undefined>
  readonly saved: () => void
}

function PlanForm({ plan, reload, saved }: PlanFormProps) {
  const alert = useAlert()
  const form = useSendForm({
    endpoint: saveFeePlan,
    draft: 'fee plan',
    initial: () => typedPlan(plan),
    check: errorsIn,
    sent: (typed) => ({ body: planBody(typed) }),
    async done({ msg }) {
      await reload()
      saved()
      await alert(msg)
    },
    async refused({ code, msg }) {
      if (code !== planChanged) return false
      const now = await reload()
      if (now) form.change(overSaved(form.values, now))
      await alert(msg, {
        tone: 'error',
        detail: 'What you typed is kept. The other amounts are shown as they are now.',
      })
      return true
    },
  })
  const changed = changedIn(form.values)
  return (
    <form {...form.frame} aria-label="Fee plan">
      <Stack gap="sm" maw={900}>
        <Text c="dimmed">
          What each class pays, in rupees. Leave empty what is not fixed: an admission then begins with what
          most of the class pay.
        </Text>
        <PlanTable form={form} changed={changed} disabled={form.sending} />
        <ButtonBar>
          <FillButton form={form} />
          {changed.length > 0 && (
            <>
              <Text role="status" c="dimmed" size="sm">
                {count(changed.length, 'amount')} not saved
              </Text>
              <Button variant="default" disabled={form.sending} onClick={form.reset}>
                Discard changes
              </Button>
            </>
          )}
          <Button
            type="submit"
            aria-keyshortcuts="Alt+S"
            disabled={changed.length === 0}
            loading={form.sending}
          >
            Save
          </Button>
        </ButtonBar>
      </Stack>
    </form>
  )
}

interface FillButtonProps {
  readonly form: SendForm<TypedPlan> & { readonly read: () => TypedPlan }
}

/** Fills empty monthly fees with the most common fees of the class; at once if the user comes from an import. */
function FillButton({ form: { values, read, change } }: FillButtonProps) {
  const tellFailure = useTellFailure()
  const [search] = useSearchParams()
  const [filling, setFilling] = useState(false)
  const empty = classesToFill(values)
  async function fill() {
    setFilling(true)
    try {
      const fees = await Promise.all(
        empty.map(async (studentClass) => {
          const { usual } = await call(usualFees, { params: { studentClass } })
          return { studentClass, usual }
        }),
      )
      // Keeps amounts typed meanwhile.
      const stillEmpty = classesToFill(read())
      const filled = fees.flatMap(({ studentClass, usual }) =>
        usual && stillEmpty.includes(studentClass)
          ? [[planField(studentClass, 'monthlyFee'), formatRupees(usual.monthlyFee)]]
          : [],
      )
      change(Object.fromEntries(filled))
    } catch (error) {
      await tellFailure(error)
    }
    setFilling(false)
  }
  const fillAtOnce = useEffectEvent(() => {
    if (search.get('from') === 'students') void fill()
  })
  useEffect(() => fillAtOnce(), [])
  return (
    <Button
      variant="default"
      me="auto"
      disabled={empty.length === 0}
      loading={filling}
      onClick={() => void fill()}
    >
      Fill in what most students pay
    </Button>
  )
}

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
  readonly form: SendForm<TypedPlan>
  readonly changed: readonly PlanField[]
  readonly disabled: boolean
}

/** The fees of each class in fields. */
const PlanTable = ({ form, changed, disabled }: PlanTableProps) => (
  <fieldset className="plain-fieldset" disabled={disabled}>
    <RecordTable
      label="Fee plan"
      columns={[
        { key: 'class', heading: 'Class', card: 'title', cell: (studentClass) => studentClass },
        ...planFormHeads.map((head) => ({
          key: head.key,
          heading: labelIn('feesForm', head),
          figures: true,
          cell: (studentClass: SchoolClass) => {
            const name = planField(studentClass, head.key)
            return (
              <TextInput
                {...form.field(name)}
                className="amount-field"
                fw={changed.includes(name) ? 600 : 400}
                aria-label={`${labelIn('feesForm', head)}, class ${studentClass}`}
                size="xs"
                inputMode="decimal"
                autoComplete="off"
                maxLength={16}
                onKeyDown={(event) => goOn(event, name)}
              />
            )
          },
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
              onPress: () => form.change(copiedBelow(form.values, studentClass)),
              isOutOfTabOrder: true,
            },
      ]}
    />
  </fieldset>
)
