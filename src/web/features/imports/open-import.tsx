import { lastRollNumber } from '#contract/admission.ts'
import { listImportRows, type findImport } from '#contract/imports.ts'
import type { ImportField, ImportSettings } from '#domain/import.ts'
import { guessColumns } from '#domain/import-columns.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ColumnsStep } from './columns-step.tsx'
import { DryRunStep } from './dry-run.tsx'
import { importKindWords } from '#domain/import.ts'
import { count } from '#domain/count.ts'
import { ImportSteps, type StepName } from './import-steps.tsx'
import { QuestionsStep } from './questions-step.tsx'
import type { Started } from './use-upload.ts'
import { useDryRun } from './use-dry-run.ts'

export type Found = Reply<typeof findImport>['import']

interface OpenImportProps {
  readonly found: Found
  /** What was said as the import was begun; null where that was in another visit. */
  readonly started: Started | null
}

/** An import whose rows are stored: what its columns are, what it leaves open, and the dry run. */
export function OpenImport({ found, started }: OpenImportProps) {
  const { campus } = useStaff()
  const params = { campus, importNo: found.importNo, outcome: 'all' } as const
  // The first rows do not change: a correction is shown where it is made.
  const first = useCall(
    keys.importRows(campus, found.importNo, 'all'),
    listImportRows,
    { params },
    { staleTime: 'static' },
  )
  if (first.isPending) return <Loading label="Loading the rows" />
  if (!first.data) return <Failed failure={first.error} retry={() => void first.refetch()} />
  return <Work found={found} started={started} samples={first.data.rows.map(({ cells }) => cells)} />
}

const samplesShown = 5
/** Of so many rows the values say what a column is. */
const samplesRead = 50

const noValues = { studentClass: {}, section: {}, gender: {} }
const settingsWith = (columns: readonly (ImportField | null)[]): ImportSettings => ({
  columns,
  values: noValues,
  dateOrder: null,
  balanceSign: null,
  numbering: null,
  asOf: null,
  fillMissing: false,
})

interface WorkProps extends OpenImportProps {
  readonly samples: readonly (readonly string[])[]
}

function Work({ found, started, samples }: WorkProps) {
  const { importNo, what, headings } = found
  const remembered = started?.remembered ?? null
  const [settings, setSettings] = useState<ImportSettings>(
    () =>
      found.settings ??
      remembered ??
      settingsWith(guessColumns(what, headings, samples.slice(0, samplesRead))),
  )
  const dryRun = useDryRun(importNo, what)
  const lastRollNo = useLastRollNo()
  const [step, setStep] = useState<StepName>(found.state === 'checked' ? 'check' : 'columns')
  const { plan, check, checking } = dryRun

  /** Checks the rows, and goes on to what is open or to the dry run. */
  async function checkWith(next: ImportSettings, isAnswered: boolean): Promise<void> {
    setSettings(next)
    const made = await check(next)
    if (made === null) return
    const isOpen = made.questions.length > 0 || (!isAnswered && made.unknownValues.length > 0)
    setStep(isOpen ? 'questions' : 'check')
  }
  useCheckOnce(found.state === 'checked', () => void checkWith(settings, true))

  const isAsking = plan !== null && plan.questions.length + plan.unknownValues.length > 0
  return (
    <Stack gap="md">
      <div>
        <ImportSteps
          step={step}
          open={{
            columns: () => setStep('columns'),
            ...(isAsking && { questions: () => setStep('questions') }),
          }}
        />
        <Text size="sm" c="dimmed">
          Import {importNo}: {importKindWords[what]}, <bdi>{found.fileName}</bdi>, {count(found.rows, 'row')}
        </Text>
      </div>
      {step === 'columns' && (
        <ColumnsStep
          what={what}
          headings={headings}
          samples={samples.slice(0, samplesShown)}
          columns={settings.columns}
          onChange={(columns) => setSettings({ ...settings, columns })}
          started={started}
          isRemembered={remembered !== null || found.settings !== null}
          sending={checking}
          onDone={() => void checkWith(settings, false)}
        />
      )}
      {step !== 'columns' && plan === null && <Loading label={`Checking ${count(found.rows, 'row')}`} />}
      {step === 'questions' && plan && (
        <QuestionsStep
          plan={plan}
          settings={settings}
          lastRollNo={lastRollNo}
          sending={checking}
          back={() => setStep('columns')}
          onDone={(next) => void checkWith(next, true)}
        />
      )}
      {step === 'check' && plan && (
        <DryRunStep
          importNo={importNo}
          what={what}
          plan={plan}
          settings={settings}
          dryRun={dryRun}
          onSettings={(next) => void checkWith(next, true)}
        />
      )}
    </Stack>
  )
}

/** Runs once where an import is opened that was checked in another visit. */
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
  const { campus } = useStaff()
  const { data } = useCall(keys.lastRollNumber(campus), lastRollNumber, {})
  return data?.lastRollNumber ?? null
}
