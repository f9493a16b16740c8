import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowBarDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { usualFees } from '#contract/admission.ts'
import { feePlan, saveFeePlan } from '#contract/fee-plan.ts'
import { count } from '#domain/count.ts'
import { byHead, labelIn } from '#domain/fee-heads.ts'
import { feePlanOf, planField, planFormHeads, type PlanField } from '#domain/fee-plan.ts'
import { formatRupees, parseRupees } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import { call, type Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { amountErrors, typedAmount } from '#web/kit/student-form/student-form.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

type SavedPlan = Reply<typeof feePlan>
type Amounts = Record<PlanField, string>

/** The amounts as typed, and the plan with which the typing began. */
interface TypedPlan extends Amounts {
  readonly planVersion: string
  readonly seen: Readonly<Amounts>
}

/** The fields in Enter's order: down one column, then from the top of the next. */
const fields = planFormHeads.flatMap(({ key }) =>
  classes.map((studentClass) => ({ studentClass, key, name: planField(studentClass, key) })),
)

const nameOf = ({ name }: { readonly name: PlanField }): PlanField => name
const fieldNames = fields.map(nameOf)

/** A form without typed changes. */
function typedPlan({ classes: rows, planVersion }: SavedPlan): TypedPlan {
  const plan = feePlanOf(rows)
  const seen = recordOf(fields, nameOf, ({ studentClass, key }) => typedAmount(plan[studentClass][key]))
  return { ...seen, seen, planVersion }
}

/** True if an amount differs from the one saved when the typing began. */
function isChanged(typed: TypedPlan, field: PlanField): boolean {
  const [now, before] = [typed[field].trim(), typed.seen[field]]
  return now !== before && (parseRupees(now) === null || parseRupees(now) !== parseRupees(before))
}

const changedIn = (typed: TypedPlan): readonly PlanField[] =>
  fieldNames.filter((name) => isChanged(typed, name))

/** The body of the call; an empty field is not set. */
const planBody = (typed: TypedPlan) => ({
  planVersion: typed.planVersion,
  classes: classes.map((studentClass) => ({
    studentClass,
    ...byHead(planFormHeads, ({ key }) => parseRupees(typed[planField(studentClass, key)])),
  })),
})

/** The classes without a monthly fee. */
const classesToFill = (typed: TypedPlan): readonly SchoolClass[] =>
  classes.filter((studentClass) => typed[planField(studentClass, 'monthlyFee')].trim() === '')

/** Copies a class's amounts to every class below it. */
const copiedBelow = (typed: TypedPlan, from: SchoolClass): Partial<Amounts> =>
  Object.fromEntries(
    fields
      .filter(({ studentClass }) => classes.indexOf(studentClass) > classes.indexOf(from))
      .map(({ name, key }) => [name, typed[planField(from, key)]] as const),
  )

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
    check: (typed) => amountErrors(typed, fieldNames, 'Enter an amount, or leave it empty'),
    sent: (typed) => ({ body: planBody(typed) }),
    async done({ msg }) {
      await reload()
      saved()
      await alert(msg)
    },
    async refused({ code, msg }) {
      if (code !== 'fee-plan-changed') return false
      const now = await reload()
      // Applies the typed changes to the plan that was saved meanwhile.
      const kept = changedIn(form.values).map((name) => [name, form.values[name]] as const)
      if (now) form.change({ ...typedPlan(now), ...Object.fromEntries(kept) })
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
        <PlanTable form={form} />
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

interface FormProps {
  readonly form: ReturnType<typeof useSendForm<typeof saveFeePlan, TypedPlan>>
}

/** Fills empty monthly fees with the most common fees of the class; at once if the user comes from an import. */
function FillButton({ form: { values, read, change } }: FormProps) {
  const tellFailure = useTellFailure()
  const [search] = useSearchParams()
  const [filling, setFilling] = useState(false)
  const empty = classesToFill(values)
  async function fill() {
    setFilling(true)
    const fees = await Promise.all(
      empty.map((studentClass) => call(usualFees, { params: { studentClass } })),
    ).catch(tellFailure)
    if (fees) {
      // Keeps amounts typed meanwhile.
      const stillEmpty = classesToFill(read())
      const filled = empty.flatMap((studentClass, place) => {
        const usual = stillEmpty.includes(studentClass) && fees[place]?.usual
        return usual ? [[planField(studentClass, 'monthlyFee'), formatRupees(usual.monthlyFee)]] : []
      })
      change(Object.fromEntries(filled))
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

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** The next or the previous field; the arrow keys stay in their column. */
function neighbour(field: PlanField, key: string, isBack: boolean): PlanField | undefined {
  const place = fieldNames.indexOf(field)
  const step = key === 'Enter' && isBack ? -1 : (steps[key] ?? 0)
  const next = fields[place + step]
  return step !== 0 && (key === 'Enter' || next?.key === fields[place]?.key) ? next?.name : undefined
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

/** The fees of each class in fields. */
const PlanTable = ({ form }: FormProps) => (
  <fieldset className="plain-fieldset" disabled={form.sending}>
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
                fw={isChanged(form.values, name) ? 600 : 400}
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
