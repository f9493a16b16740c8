import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { applyImport, fixImportRow } from '#contract/imports.ts'
import { count, formatCount } from '#domain/count.ts'
import { rowEmpty, type ImportSettings } from '#domain/import/import.ts'
import { sum } from '#domain/money.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { classes, sections, type SchoolClass, type Section } from '#domain/school.ts'
import type { BodyOf } from '#web/api/call.ts'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { useChange } from '#web/api/use-change.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { useAct } from '#web/kit/form/use-act.ts'
import { rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { ImportRows } from './import-rows.tsx'
import {
  actOf,
  applyQuestion,
  hasOpenings,
  incompleteWords,
  outcomes,
  outcomeWords,
  type CheckAct,
  type FoundImport,
  type Outcome,
} from './import-steps.tsx'

interface DryRunStepProps {
  readonly found: FoundImport
  readonly check: CheckAct
  readonly settings: ImportSettings
  readonly plan: ImportPlanReply
  readonly setPlan: (plan: ImportPlanReply) => void
}

type Problem = ImportPlanReply['problems'][number]

/** The listed rows: all rows of an outcome, or only its rows with one problem. */
interface Shown {
  readonly listed: Outcome
  readonly problem: string | null
}

const keyOf = ({ code, field }: Problem): string => `${code} ${field ?? ''}`

/** The effect of applying the import: counts, sums to compare with the old books, and the rows with their problems. */
export function DryRunStep({ found, check, settings, plan, setPlan }: DryRunStepProps) {
  const { importNo } = found
  const { counts, problems } = plan
  const [chosen, setShown] = useState<Shown | null>(null)
  // The rows to be corrected are shown first.
  const shown = chosen ?? { listed: counts.refused > 0 ? 'refused' : 'new', problem: null }
  const { send, sending } = useChange(fixImportRow)
  const tellFailure = useTellFailure()
  const fix = useCallback(
    (body: BodyOf<typeof fixImportRow>) =>
      send({ params: { importNo }, body }).then(setPlan).catch(tellFailure),
    [send, importNo, setPlan, tellFailure],
  )
  const isChecking = check.sending || sending
  const show = (listed: Outcome, problem: string | null = null) => setShown({ listed, problem })
  return (
    <Stack gap="md">
      <Counts {...{ plan, shown, show }} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <TitledCard title="Compare with the old books">
          <Sums {...{ found, plan, settings }} />
        </TitledCard>
        <TitledCard title="What is wrong">
          <Problems {...{ plan, shown, show }} />
        </TitledCard>
      </SimpleGrid>
      <ImportRows
        key={`${shown.listed} ${shown.problem}`}
        {...{ importNo, plan, fix }}
        listed={shown.listed}
        columns={settings.columns}
        rowNos={problems.find((problem) => keyOf(problem) === shown.problem)?.rows ?? null}
        busy={isChecking}
      />
      <ApplyBar {...{ found, settings, plan }} check={{ ...check, sending: isChecking }} />
    </Stack>
  )
}

interface ShownProps extends Pick<DryRunStepProps, 'plan'> {
  readonly shown: Shown
  readonly show: (listed: Outcome, problem?: string) => void
}

const inks: Partial<Record<Outcome, string>> = {
  refused: 'var(--portal-overdue)',
  warned: 'var(--portal-to-do)',
}

/** The number of rows with each outcome; each count lists its rows. */
const Counts = ({ plan: { counts }, shown, show }: ShownProps) => (
  <Group gap={8} role="group" aria-label="Rows by what becomes of them">
    {outcomes.map((outcome) => (
      <Button
        key={outcome}
        {...tile}
        lh="20px"
        bd="1px solid var(--portal-line)"
        variant={shown.listed === outcome ? 'light' : 'default'}
        aria-pressed={shown.listed === outcome}
        onClick={() => show(outcome)}
      >
        <span>
          <Text span {...figure} c={(counts[outcome] > 0 && inks[outcome]) || 'inherit'}>
            {formatCount(counts[outcome])}
          </Text>{' '}
          {outcomeWords[outcome]}
        </span>
      </Button>
    ))}
  </Group>
)

const tile = { h: 'auto', miw: 108, px: 12, py: 8, justify: 'start', ta: 'start', fz: 13, fw: 400 } as const
const figure = { display: 'block', className: 'figures', fz: 20, fw: 600, lh: '26px' } as const

function listOf({ code, isWarning }: Problem): Outcome {
  if (code === rowEmpty) return 'leftOut'
  return isWarning ? 'warned' : 'refused'
}

/** On a low window the rows to correct come sooner. */
const listHeight = () => Math.min(Math.max(112, window.innerHeight - 584), 400)

/** The problems, each with its number of rows; problems that refuse rows come first. */
const Problems = ({ plan: { problems }, shown, show }: ShownProps) => (
  <RecordTable
    label="Problems"
    columns={[
      {
        key: 'problem',
        heading: 'Problem',
        wraps: true,
        card: 'title',
        cell: (problem) => (
          <UnstyledButton
            fz="inherit"
            c={inks[problem.isWarning ? 'warned' : 'refused'] ?? 'inherit'}
            bg={keyOf(problem) === shown.problem ? 'var(--portal-soft)' : 'transparent'}
            aria-pressed={keyOf(problem) === shown.problem}
            onClick={() => show(listOf(problem), keyOf(problem))}
          >
            {problem.isWarning && 'Warning: '}
            <bdi>{problem.message}</bdi>
          </UnstyledButton>
        ),
      },
      { key: 'rows', heading: 'Rows', figures: true, cell: ({ rows }) => formatCount(rows.length) },
    ]}
    rows={problems.toSorted((one, other) => Number(one.isWarning) - Number(other.isWarning))}
    rowKey={keyOf}
    maxHeight={listHeight()}
    empty={<Text c="dimmed">Nothing: every row can be written.</Text>}
  />
)

const Sums = ({ found: { what }, plan: { sums }, settings }: Omit<DryRunStepProps, 'check' | 'setPlan'>) => (
  <>
    <Facts
      layout="line"
      facts={[
        { label: 'Children', value: formatCount(sums.students) },
        { label: 'Monthly fees', value: <Rupees of={sums.monthlyFees} /> },
        ...(hasOpenings(what)
          ? [
              { label: 'Opening dues', value: <Rupees of={sums.openingDues} /> },
              { label: 'Advances', value: <Rupees of={sums.openingAdvances} /> },
            ]
          : []),
      ]}
    />
    {sums.incomplete > 0 && <Text>{incompleteWords(settings.columns, sums.incomplete)}</Text>}
    {sums.classes.length > 0 && <ClassTable lines={sums.classes} />}
  </>
)

function ClassTable({ lines }: { readonly lines: ImportPlanReply['sums']['classes'] }) {
  const linesOf = (studentClass: SchoolClass, section?: Section) =>
    lines.filter((line) => line.studentClass === studentClass && (!section || line.section === section))
  const used = sections.filter((section) => lines.some((line) => line.section === section))
  return (
    <RecordTable
      label="Children by class and section"
      columns={[
        { key: 'class', heading: 'Class', card: 'title', cell: (studentClass: SchoolClass) => studentClass },
        ...[...used, undefined].map((section) => ({
          key: section ?? 'children',
          heading: section ?? 'Children',
          figures: true,
          cell: (studentClass: SchoolClass) =>
            formatCount(linesOf(studentClass, section).reduce((total, { students }) => total + students, 0)),
        })),
        rupeesColumn(
          'fees',
          'Monthly fees',
          (studentClass: SchoolClass) => sum(...linesOf(studentClass).map(({ monthlyFees }) => monthlyFees)),
          { card: 'figure' },
        ),
      ]}
      rows={classes.filter((studentClass) => linesOf(studentClass).length > 0)}
      rowKey={(studentClass) => studentClass}
      maxHeight={listHeight()}
    />
  )
}

const importChanged: RefusalCode = 'import-changed'

/** Writes the rows to the school after a confirmation. Checks them again if its records have changed meanwhile. */
function ApplyBar({ found: { importNo, what }, check, settings, plan }: Omit<DryRunStepProps, 'setPlan'>) {
  const { new: added, changed, leftOut, refused } = plan.counts
  const { run: apply, sending: isWriting } = useAct(applyImport, {
    ask: () => applyQuestion(what, plan),
    sent: () => ({ params: { importNo }, body: { expected: { new: added, changed, leftOut } } }),
    refused: async ({ code }) => {
      if (code === importChanged) check.run({ settings, isAnswered: true, hasChanged: true })
      return code === importChanged
    },
  })
  const isAsked = usePasswordQuestion(({ question }) => question !== null)
  const words = () => {
    if (isAsked) return 'Enter your password to continue'
    if (isWriting) return 'Writing the rows to the school. This may take some seconds.'
    if (check.sending) return 'Checking the rows'
    if (refused > 0) return `${count(refused, 'refused row')} to correct or leave out first`
    if (added + changed === 0) return 'Nothing to write: the portal has every row already'
    return 'Ready: nothing is written before you confirm'
  }
  return (
    <ButtonBar>
      <Text role="status" c="dimmed" me="auto">
        {words()}
      </Text>
      <Button
        disabled={refused > 0 || added + changed === 0 || check.sending}
        loading={isWriting}
        onClick={() => apply()}
      >
        {actOf(what, plan.counts)}
      </Button>
    </ButtonBar>
  )
}
