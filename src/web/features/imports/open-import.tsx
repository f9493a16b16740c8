import { Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { lastRollNumber } from '#contract/admission.ts'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { applyImport, checkImport, fixImportRow, listImportRows, type findImport } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import { guessColumns } from '#domain/import/columns.ts'
import {
  importKindWords,
  type ImportField,
  type ImportKind,
  type ImportSettings,
} from '#domain/import/import.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ColumnsStep, type ColumnsOrigin } from './columns-step.tsx'
import { DryRunStep } from './dry-run.tsx'
import type { FixRow } from './import-rows.tsx'
import { ImportSteps, StepFrame, stepWords, type StepName } from './import-steps.tsx'
import { applyQuestion, type StartedImport } from './import-words.ts'
import { QuestionsStep } from './questions-step.tsx'

type OpenedImport = Reply<typeof findImport>['import']

interface OpenImportProps {
  readonly found: OpenedImport
  /** The server's reply when the import was started; null if it was started in another visit. */
  readonly started: StartedImport | null
}

/** An import whose rows are stored: its columns, its open questions, and the dry run. */
export function OpenImport({ found, started }: OpenImportProps) {
  const { campus } = useStaff()
  const params = { campus, importNo: found.importNo, outcome: 'all' } as const
  // The first rows do not change: a correction is shown where it is made.
  const first = useCall(listImportRows, { params }, { staleTime: 'static' })
  if (first.isPending) return <Loading label="Loading the rows" />
  if (!first.data) return <Failed failure={first.error} retry={() => void first.refetch()} />
  return <Work found={found} started={started} samples={first.data.rows.map(({ cells }) => cells)} />
}

const samplesShown = 5
/** The number of rows from which the content of a column is guessed. */
const samplesRead = 50

const noValues = { studentClass: {}, section: {}, gender: {} }
const settingsWith = (columns: readonly (ImportField | null)[]): ImportSettings => ({
  columns,
  values: noValues,
  dateOrder: null,
  balanceSign: null,
  numbering: null,
  asOf: null,
})

interface WorkProps extends OpenImportProps {
  readonly samples: readonly (readonly string[])[]
}

/** The settings of the file before the office changes any, and their origin. */
function firstSettings({ found, started, samples }: WorkProps): {
  readonly settings: ImportSettings
  readonly origin: ColumnsOrigin
} {
  if (found.settings) return { settings: found.settings, origin: 'last check' }
  // Each file has its own day of the balances.
  if (started?.remembered) return { settings: { ...started.remembered, asOf: null }, origin: 'last file' }
  const guessed = guessColumns(found.what, found.headings, samples.slice(0, samplesRead))
  return { settings: settingsWith(guessed), origin: 'guess' }
}

/** The settings that the office has chosen so far, the dry run, and the current step. */
function useWork(props: WorkProps) {
  const { importNo, what, state } = props.found
  const [first] = useState(() => firstSettings(props))
  const [settings, setSettings] = useState(first.settings)
  const [step, setStep] = useState<StepName>(state === 'checked' ? 'check' : 'columns')
  const dryRun = useDryRun(importNo, what)

  /** Checks the rows, and continues with the open questions or the dry run. */
  async function checkWith(next: ImportSettings, isAnswered: boolean): Promise<void> {
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
  useCheckOnce(state === 'checked', () => void checkWith(settings, true))
  return { settings, setSettings, step, setStep, dryRun, checkWith, origin: first.origin }
}

function Work(props: WorkProps) {
  const { importNo, what, fileName, rows } = props.found
  const work = useWork(props)
  const { step, setStep } = work
  const { plan } = work.dryRun
  const isAsking = plan !== null && plan.questions.length + plan.unknownValues.length + plan.doubts.length > 0
  const back = {
    columns: () => setStep('columns'),
    ...(isAsking && { questions: () => setStep('questions') }),
    ...(plan !== null && plan.questions.length === 0 && { check: () => setStep('check') }),
  }
  return (
    <Stack gap="md">
      <div>
        <ImportSteps step={step} open={back} />
        <Text size="sm" c="dimmed">
          Import {importNo}: {importKindWords[what]}, <bdi>{fileName}</bdi>, {count(rows, 'row')}
        </Text>
      </div>
      <StepFrame label={stepWords(step)} wide={step === 'check'}>
        <Step {...props} work={work} />
      </StepFrame>
    </Stack>
  )
}

interface StepProps extends WorkProps {
  readonly work: ReturnType<typeof useWork>
}

function Step({ found, started, samples, work }: StepProps) {
  const { importNo, what, headings } = found
  const { settings, setSettings, step, dryRun, checkWith } = work
  const lastRollNo = useLastRollNo()
  const { plan, checking } = dryRun
  if (step === 'columns')
    return (
      <ColumnsStep
        what={what}
        headings={headings}
        samples={samples.slice(0, samplesShown)}
        samplesRead={samples}
        columns={settings.columns}
        onChange={(columns) => setSettings({ ...settings, columns })}
        started={started}
        origin={work.origin}
        sending={checking}
        onDone={() => void checkWith(settings, false)}
      />
    )
  if (plan === null) return <Loading label={`Checking ${count(found.rows, 'row')}`} />
  if (step === 'questions')
    return (
      <QuestionsStep
        plan={plan}
        settings={settings}
        lastRollNo={lastRollNo}
        sending={checking}
        back={() => work.setStep('columns')}
        onDone={(next) => void checkWith(next, true)}
      />
    )
  return <DryRunStep importNo={importNo} what={what} plan={plan} settings={settings} dryRun={dryRun} />
}

/** Runs once if the opened import was checked in another visit. */
function useCheckOnce(isWanted: boolean, check: () => void): void {
  const wanted = useRef(isWanted)
  const latest = useRef(check)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    latest.current()
  }, [])
}

function useLastRollNo(): number | null {
  const { data } = useCall(lastRollNumber)
  return data?.lastRollNumber ?? null
}

const importChanged: RefusalCode = 'import-changed'

/** The dry run of an import: the effect of applying it, and the actions that change it. */
function useDryRun(importNo: number, what: ImportKind) {
  const { campus } = useStaff()
  const checking = useChange(checkImport)
  const fixing = useChange(fixImportRow)
  const applying = useChange(applyImport)
  const [plan, setPlan] = useState<ImportPlanReply | null>(null)
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const params = useMemo(() => ({ campus, importNo }), [campus, importNo])

  // Sends changes one after another: a change that is sent during another change would get the reply of the other.
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
  const sendCheck = checking.send
  const sendFix = fixing.send
  const check = (settings: ImportSettings) => plannedBy(() => sendCheck({ params, body: { settings } }))
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
    checking: checking.sending,
    fixing: fixing.sending,
    applying: applying.sending,
  }
}
