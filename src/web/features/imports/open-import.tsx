import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ImportPlanReply as Plan } from '#contract/import-plan.ts'
import { checkImport, listImportRows } from '#contract/imports.ts'
import { dateAt, formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { duesLeftOut, feesLeftOut, guessColumns } from '#domain/import/columns.ts'
import {
  fieldsOfKind,
  importFieldLabel,
  importFields,
  importKindWords,
  type ImportKind,
  type ImportSettings,
} from '#domain/import/import.ts'
import { useCall } from '#web/api/queries.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { DryRunStep } from './dry-run.tsx'
import {
  ImportStep,
  type CheckAct,
  type FoundImport,
  type RowCheck,
  type StartedImport,
  type StepName,
} from './import-steps.tsx'
import { QuestionsStep } from './questions-step.tsx'

export interface OpenImportProps {
  readonly found: FoundImport
  /** The server's reply when the import was started; null if it was started in another visit. */
  readonly started: StartedImport | null
}

/** The settings of the file before the office changes any; no columns if they are still to be guessed. */
function firstSettings({ found, started }: OpenImportProps): ImportSettings {
  if (found.settings) return found.settings
  // Each file has its own day of the balances.
  if (started?.remembered) return { ...started.remembered, asOf: null }
  const values = { studentClass: {}, section: {}, gender: {} }
  return { columns: [], values, dateOrder: null, balanceSign: null, numbering: null, asOf: null }
}

/** True if a check leaves questions that the office has not seen. */
function isOpen(plan: Plan, { settings, isAnswered }: RowCheck, last: Plan | null): boolean {
  const seen = isAnswered && last ? last.doubts.map(({ rowNo }) => rowNo) : []
  return (
    plan.questions.length > 0 ||
    plan.doubts.some(({ rowNo }) => settings.children?.[rowNo] === undefined && !seen.includes(rowNo)) ||
    (!isAnswered && plan.unknownValues.length > 0)
  )
}

/** Opens the completed steps. */
const openings = (plan: Plan | null, setStep: (step: StepName) => void) => ({
  columns: () => setStep('columns'),
  ...(plan &&
    plan.questions.length + plan.unknownValues.length + plan.doubts.length > 0 && {
      questions: () => setStep('questions'),
    }),
  ...(plan?.questions.length === 0 && { check: () => setStep('check') }),
})

/** An import whose rows are stored: its columns, its open questions, and the dry run. */
export function OpenImport(props: OpenImportProps) {
  const { importNo, what, fileName, rows, state } = props.found
  const [settings, setSettings] = useState(() => firstSettings(props))
  const [columns, setColumns] = useState(settings.columns)
  const [plan, setPlan] = useState<Plan | null>(null)
  const [step, setStep] = useState<StepName>(state === 'checked' ? 'check' : 'columns')
  const alert = useAlert()
  const check = useAct(checkImport, {
    sent: (sent: RowCheck) => ({ params: { importNo }, body: { settings: sent.settings } }),
    done: async (made, sent) => {
      setPlan(made)
      setSettings(sent.settings)
      if (!sent.hasChanged) return setStep(isOpen(made, sent, plan) ? 'questions' : 'check')
      await alert('The records of the school have changed since the check', {
        detail: 'Nothing was written. The rows were checked again: look through the new counts first.',
      })
    },
    failed: () => setStep(plan ? step : 'columns'),
  })
  // Runs once if the import was checked in another visit.
  const checkAgain = useEffectEvent(() => {
    if (state === 'checked') check.run({ settings, isAnswered: true })
  })
  useEffect(() => checkAgain(), [])
  const open = openings(plan, setStep)
  return (
    <ImportStep
      {...{ step, open }}
      about={
        <Text size="sm" c="dimmed">
          Import {importNo}: {importKindWords[what]}, <bdi>{fileName}</bdi>, {count(rows, 'row')}
        </Text>
      }
    >
      {step === 'columns' && <ColumnsStep {...props} {...{ check, settings, columns, setColumns }} />}
      {step !== 'columns' && !plan && <Loading label={`Checking ${count(rows, 'row')}`} />}
      {step === 'questions' && plan && (
        <QuestionsStep {...{ check, plan }} firstSettings={settings} back={open.columns} />
      )}
      {step === 'check' && plan && <DryRunStep found={props.found} {...{ check, settings, plan, setPlan }} />}
    </ImportStep>
  )
}

type Columns = ImportSettings['columns']

interface ColumnsStepProps extends OpenImportProps {
  readonly check: CheckAct
  readonly settings: ImportSettings
  /** The field of each column; empty before any are chosen: they are guessed. */
  readonly columns: Columns
  readonly setColumns: (columns: Columns) => void
}

function originWords({ settings }: FoundImport, started: StartedImport | null): string {
  if (settings) return 'As chosen at the last check.'
  if (started?.remembered) return 'As chosen for the last file with these headings.'
  return 'Guessed from the headings. Correct what is wrong, and leave out what the portal does not keep.'
}

/** The content of each column of the file: guessed from its heading, or as it was chosen for the last such file. */
function ColumnsStep({ found, started, check, settings, setColumns, ...chosen }: ColumnsStepProps) {
  const { importNo, what, headings } = found
  const params = { importNo, outcome: 'all' } as const
  // The first rows do not change: a correction is shown where it is made.
  const { data, error, isPending, refetch } = useCall(listImportRows, { params }, { staleTime: 'static' })
  if (isPending) return <Loading label="Loading the rows" />
  if (!data) return <Failed failure={error} retry={() => void refetch()} />
  const samples = data.rows.map(({ cells }) => cells)
  const guess = () => guessColumns(what, headings, samples.slice(0, 50))
  const columns = chosen.columns.length > 0 ? chosen.columns : guess()
  const missing = fieldsOfKind[what].filter((field) => !columns.includes(field))
  return (
    <TitledCard title="What the columns are">
      {started?.appliedBefore && (
        <Attention
          role="status"
          title={`This file was imported before: import ${started.appliedBefore.importNo}, ${formatDate(dateAt(started.appliedBefore.appliedAt))}`}
          words="Rows that are in the portal already are not written a second time."
        />
      )}
      <Text c="dimmed">{originWords(found, started)}</Text>
      <ColumnsTable {...{ found, samples, columns, setColumns }} />
      {leftOut(
        'dues',
        duesLeftOut(what, columns, headings, samples),
        'Choose Opening Balance for it if the children owe it.',
      )}
      {leftOut(
        'the fee',
        feesLeftOut(what, columns, headings),
        'Choose Monthly Fee for the one that the children pay from now on.',
      )}
      {missing.length > 0 && (
        <Text size="sm" c="dimmed">
          Not in the file: {missing.map(importFieldLabel).join(', ')}.
        </Text>
      )}
      <Group justify="flex-end">
        <Button
          onClick={() => check.run({ settings: { ...settings, columns }, isAnswered: false })}
          loading={check.sending}
          disabled={columns.every((field) => field === null)}
        >
          Check the rows
        </Button>
      </Group>
    </TitledCard>
  )
}

const leftOut = (like: string, headings: readonly string[], words: string) =>
  headings.length > 0 && (
    <Attention
      role="status"
      title={`Left out, but looks like ${like}: ${headings.map((heading) => `"${heading}"`).join(', ')}`}
      words={words}
    />
  )

interface ColumnsTableProps extends Pick<ColumnsStepProps, 'found' | 'columns' | 'setColumns'> {
  readonly samples: readonly (readonly string[])[]
}

/** The fields of the kind; a field of another column cannot be chosen again. */
const fieldOptions = (what: ImportKind, columns: Columns, place: number) =>
  fieldsOfKind[what].map((field) => {
    const at = columns.indexOf(field)
    const disabled = at >= 0 && at !== place
    const label = importFieldLabel(field) + (disabled ? ` (column ${at + 1})` : '')
    return { value: field, label, disabled }
  })

const ColumnsTable = ({ found: { what, headings }, samples, columns, setColumns }: ColumnsTableProps) => (
  <RecordTable
    label="Columns of the file"
    columns={[
      {
        key: 'heading',
        heading: 'Heading',
        wraps: true,
        card: 'title',
        cell: (place) => <bdi>{headings[place] || `Column ${place + 1}`}</bdi>,
      },
      {
        key: 'samples',
        heading: 'First values',
        wraps: true,
        card: 'plain',
        cell: (place) => (
          <Group component="ul" gap="0 16px" m={0} p={0} c="dimmed" style={{ listStyle: 'none' }}>
            {samples.slice(0, 5).map(({ [place]: value = '' }, row) => (
              <Text key={row} component="li" inherit truncate maw="100%" dir="auto">
                {value === '' ? <span aria-label="empty">–</span> : value}
              </Text>
            ))}
          </Group>
        ),
      },
      {
        key: 'field',
        heading: 'Field',
        width: 240,
        card: 'plain',
        cell: (place) => (
          <NativeSelect
            aria-label={`Field of ${headings[place] || `column ${place + 1}`}`}
            size="xs"
            value={columns[place] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const chosen = importFields.find((field) => field === value) ?? null
              setColumns(headings.map((_, other) => (other === place ? chosen : (columns[other] ?? null))))
            }}
            data={[{ value: '', label: 'Leave out' }, ...fieldOptions(what, columns, place)]}
          />
        ),
      },
    ]}
    rows={headings.map((_, place) => place)}
    rowKey={(place) => place}
    isDimmed={(place) => (columns[place] ?? null) === null}
    isRoomy
  />
)
