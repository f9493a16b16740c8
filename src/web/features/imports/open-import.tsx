import { Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { applyImport, checkImport, fixImportRow, listImportRows } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import { guessColumns } from '#domain/import/columns.ts'
import { importKindWords, type ImportKind, type ImportSettings } from '#domain/import/import.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ColumnsStep, type ColumnsOrigin } from './columns-step.tsx'
import { DryRunStep } from './dry-run.tsx'
import type { FixRow } from './import-rows.tsx'
import { ImportSteps, StepFrame, type StepName } from './import-steps.tsx'
import { applyQuestion, type FoundImport, type StartedImport } from './import-words.ts'
import { QuestionsStep } from './questions-step.tsx'

interface OpenImportProps {
  readonly found: FoundImport
  /** The server's reply when the import was started; null if it was started in another visit. */
  readonly started: StartedImport | null
}

/** An import whose rows are stored: its columns, its open questions, and the dry run. */
export function OpenImport({ found, started }: OpenImportProps) {
  const params = { importNo: found.importNo, outcome: 'all' } as const
  // The first rows do not change: a correction is shown where it is made.
  const first = useCall(listImportRows, { params }, { staleTime: 'static' })
  if (first.isPending) return <Loading label="Loading the rows" />
  if (!first.data) return <Failed failure={first.error} retry={() => void first.refetch()} />
  return <Steps found={found} started={started} samples={first.data.rows.map(({ cells }) => cells)} />
}

interface StepsProps extends OpenImportProps {
  readonly samples: readonly (readonly string[])[]
}

/** The number of rows from which the content of a column is guessed. */
const samplesRead = 50

const unanswered = {
  values: { studentClass: {}, section: {}, gender: {} },
  dateOrder: null,
  balanceSign: null,
  numbering: null,
  asOf: null,
} as const

/** The settings of the file before the office changes any, and their origin. */
function firstSettings({ found, started, samples }: StepsProps): {
  readonly settings: ImportSettings
  readonly origin: ColumnsOrigin
} {
  if (found.settings) return { settings: found.settings, origin: 'last check' }
  // Each file has its own day of the balances.
  if (started?.remembered) return { settings: { ...started.remembered, asOf: null }, origin: 'last file' }
  const columns = guessColumns(found.what, found.headings, samples.slice(0, samplesRead))
  return { settings: { columns, ...unanswered }, origin: 'guess' }
}

/** The settings that the office has chosen so far, the dry run, and the current step. */
function useSteps(props: StepsProps) {
  const { importNo, what, state } = props.found
  const [{ settings: firstChosen, origin }] = useState(() => firstSettings(props))
  const [settings, setSettings] = useState(firstChosen)
  const [step, setStep] = useState<StepName>(state === 'checked' ? 'check' : 'columns')
  const dryRun = useDryRun(importNo, what)

  /** Checks the rows, and continues with the open questions or the dry run. */
  async function check(next: ImportSettings, isAnswered: boolean): Promise<void> {
    setSettings(next)
    const made = await dryRun.check(next)
    if (made === null) return
    const seen = dryRun.plan?.doubts.map(({ rowNo }) => rowNo) ?? []
    const isInDoubt = made.doubts.some(
      ({ rowNo }) => next.children?.[rowNo] === undefined && !(isAnswered && seen.includes(rowNo)),
    )
    const isOpen = made.questions.length > 0 || isInDoubt || (!isAnswered && made.unknownValues.length > 0)
    setStep(isOpen ? 'questions' : 'check')
  }
  // Runs once if the import was checked in another visit.
  const isToCheck = useRef(state === 'checked')
  const checkAgain = useEffectEvent(() => void check(settings, true))
  useEffect(() => {
    if (isToCheck.current) checkAgain()
    isToCheck.current = false
  }, [])
  const { plan } = dryRun
  const isAsking = plan !== null && plan.questions.length + plan.unknownValues.length + plan.doubts.length > 0
  const done = {
    columns: () => setStep('columns'),
    ...(isAsking && { questions: () => setStep('questions') }),
    ...(plan !== null && plan.questions.length === 0 && { check: () => setStep('check') }),
  }
  return { settings, setSettings, step, done, dryRun, check, origin }
}

function Steps(props: StepsProps) {
  const { importNo, what, fileName, rows } = props.found
  const { settings, setSettings, step, done, dryRun, check, origin } = useSteps(props)
  const { plan, checking } = dryRun
  return (
    <Stack gap="md">
      <div>
        <ImportSteps step={step} open={done} />
        <Text size="sm" c="dimmed">
          Import {importNo}: {importKindWords[what]}, <bdi>{fileName}</bdi>, {count(rows, 'row')}
        </Text>
      </div>
      <StepFrame step={step}>
        {step === 'columns' && (
          <ColumnsStep
            {...props}
            columns={settings.columns}
            onChange={(columns) => setSettings({ ...settings, columns })}
            origin={origin}
            sending={checking}
            onDone={() => void check(settings, false)}
          />
        )}
        {step !== 'columns' && plan === null && <Loading label={`Checking ${count(rows, 'row')}`} />}
        {step === 'questions' && plan && (
          <QuestionsStep
            plan={plan}
            settings={settings}
            sending={checking}
            back={done.columns}
            onDone={(next) => void check(next, true)}
          />
        )}
        {step === 'check' && plan && (
          <DryRunStep importNo={importNo} what={what} plan={plan} settings={settings} dryRun={dryRun} />
        )}
      </StepFrame>
    </Stack>
  )
}

const importChanged: RefusalCode = 'import-changed'

/** The dry run of an import: the effect of applying it, and the actions that change it. */
function useDryRun(importNo: number, what: ImportKind) {
  const checking = useChange(checkImport)
  const fixing = useChange(fixImportRow)
  const applying = useChange(applyImport)
  const [plan, setPlan] = useState<ImportPlanReply | null>(null)
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const params = useMemo(() => ({ importNo }), [importNo])

  // Sends changes one after another, so that the plan of the last change is shown last.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  /** The plan that a call returns; null after a failure, which was reported. */
  const plannedBy = useCallback(
    (send: () => Promise<ImportPlanReply>): Promise<ImportPlanReply | null> => {
      const planned = last.current.then(async () => {
        try {
          const made = await send()
          setPlan(made)
          return made
        } catch (error) {
          await tellFailure(error)
          return null
        }
      })
      last.current = planned.catch(() => null)
      return planned
    },
    [tellFailure],
  )
  const sendFix = fixing.send
  const check = (settings: ImportSettings) => plannedBy(() => checking.send({ params, body: { settings } }))
  const fix = useCallback(
    (body: Parameters<FixRow>[0]) => plannedBy(() => sendFix({ params, body })),
    [plannedBy, sendFix, params],
  )

  /** Writes the rows to the school after a confirmation. Checks them again if its records have changed meanwhile. */
  async function apply(settings: ImportSettings): Promise<void> {
    if (plan === null || !(await confirm(applyQuestion(what, plan)))) return
    const { new: added, changed, leftOut } = plan.counts
    try {
      await applying.send({ params, body: { expected: { new: added, changed, leftOut } } })
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== importChanged) return tellFailure(error)
      if ((await check(settings)) === null) return
      await alert('The records of the school have changed since the check', {
        detail: 'Nothing was written. The rows were checked again: look through the new counts first.',
      })
    }
  }
  return {
    plan,
    check,
    fix,
    apply,
    checking: checking.sending || fixing.sending,
    applying: applying.sending,
  }
}
