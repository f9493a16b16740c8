import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usualFees } from '#contract/admission.ts'
import { feePlan, saveFeePlan } from '#contract/fee-plan.ts'
import { count } from '#domain/count.ts'
import { planField } from '#domain/fee-plan.ts'
import { formatRupees } from '#domain/money.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { call } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { PlanTable } from './plan-table.tsx'
import {
  changedIn,
  classesToFill,
  copiedBelow,
  errorsIn,
  overSaved,
  planBody,
  typedPlan,
  type SavedPlan,
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

function usePlanForm({ plan, reload, saved }: PlanFormProps) {
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
  return form
}

type PlanFields = ReturnType<typeof usePlanForm>

/** Fills empty monthly fees with the most common fees of the class; at once if the user comes from an import. */
function useFillFromStudents({ values, read, change }: PlanFields) {
  const tellFailure = useTellFailure()
  const [search] = useSearchParams()
  const [filling, setFilling] = useState(false)
  const wanted = useRef(search.get('from') === 'students')
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
  const latest = useRef(fill)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    void latest.current()
  }, [])
  return { fill, filling, canFill: empty.length > 0 }
}

function PlanForm(props: PlanFormProps) {
  const form = usePlanForm(props)
  const changed = changedIn(form.values)
  const { fill, filling, canFill } = useFillFromStudents(form)
  return (
    <form {...form.frame} aria-label="Fee plan">
      <Stack gap="sm" maw={900}>
        <Text c="dimmed">
          What each class pays, in rupees. Leave empty what is not fixed: an admission then begins with what
          most of the class pay.
        </Text>
        <PlanTable
          form={form}
          changed={changed}
          copyBelow={(from) => form.change(copiedBelow(form.values, from))}
          disabled={form.sending}
        />
        <ButtonBar>
          <Button
            variant="default"
            me="auto"
            disabled={!canFill}
            loading={filling}
            onClick={() => void fill()}
          >
            Fill in what most students pay
          </Button>
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
