import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { count, formatCount } from '#domain/count.ts'
import { rowEmpty, type ImportKind, type ImportSettings } from '#domain/import/import.ts'
import { sum } from '#domain/money.ts'
import { classes, sections, type Section } from '#domain/school.ts'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { ButtonBar } from '#web/kit/form/form-buttons.tsx'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { ImportRows, type FixRow } from './import-rows.tsx'
import { actOf, hasOpenings, incompleteWords, outcomes, type Listed } from './import-words.ts'

/** The actions that change the dry run, with flags that are true while they run. */
interface DryRunActs {
  readonly fix: FixRow
  /** Writes the rows to the school after a confirmation. */
  readonly apply: (settings: ImportSettings) => Promise<void>
  readonly checking: boolean
  readonly applying: boolean
}

interface DryRunStepProps {
  readonly importNo: number
  readonly what: ImportKind
  readonly plan: ImportPlanReply
  readonly settings: ImportSettings
  readonly dryRun: DryRunActs
}

type Problem = ImportPlanReply['problems'][number]

/** The listed rows: all rows of an outcome, or only its rows with one problem. */
interface Shown {
  readonly listed: Listed
  readonly problem: string | null
}

const keyOf = ({ code, field }: Problem): string => `${code} ${field ?? ''}`

/** The effect of applying the import: counts, sums to compare with the old books, and the rows with their problems. */
export function DryRunStep({ importNo, what, plan, settings, dryRun }: DryRunStepProps) {
  const [chosen, setShown] = useState<Shown | null>(null)
  const { counts, problems } = plan
  // The rows to be corrected are shown first.
  const shown = chosen ?? { listed: counts.refused > 0 ? 'refused' : 'new', problem: null }
  const { checking, applying, fix, apply } = dryRun
  const isAsked = usePasswordQuestion(({ question }) => question !== null)
  return (
    <Stack gap="md">
      <Counts counts={counts} shown={shown} onShow={setShown} />
      <div className="import-result">
        <TitledCard title="Compare with the old books">
          <Sums what={what} plan={plan} settings={settings} />
        </TitledCard>
        <TitledCard title="What is wrong">
          <Problems problems={problems} shown={shown} onShow={setShown} />
        </TitledCard>
      </div>
      <ImportRows
        key={`${shown.listed} ${shown.problem}`}
        importNo={importNo}
        listed={shown.listed}
        columns={settings.columns}
        rowNos={problems.find((problem) => keyOf(problem) === shown.problem)?.rows ?? null}
        plan={plan}
        fix={fix}
        busy={checking || applying}
      />
      <ButtonBar>
        <Text role="status" c="dimmed" me="auto">
          {isAsked ? 'Enter your password to continue' : stateOf(dryRun, counts)}
        </Text>
        <Button
          disabled={counts.refused > 0 || counts.new + counts.changed === 0 || checking || applying}
          loading={applying}
          onClick={() => void apply(settings)}
        >
          {actOf(what, counts)}
        </Button>
      </ButtonBar>
    </Stack>
  )
}

function stateOf({ checking, applying }: DryRunActs, counts: ImportPlanReply['counts']): string {
  if (applying) return 'Writing the rows to the school. This may take some seconds.'
  if (checking) return 'Checking the rows'
  if (counts.refused > 0) return `${count(counts.refused, 'refused row')} to correct or leave out first`
  if (counts.new + counts.changed === 0) return 'Nothing to write: the portal has every row already'
  return 'Ready: nothing is written before you confirm'
}

interface ShownProps {
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

/** The number of rows with each outcome; each count lists its rows. */
const Counts = ({ counts, shown, onShow }: ShownProps & Pick<ImportPlanReply, 'counts'>) => (
  <Group className="import-counts" gap={8} role="group" aria-label="Rows by what becomes of them">
    {outcomes.map(({ key, outcome, label }) => (
      <button
        key={key}
        type="button"
        data-outcome={counts[key] > 0 ? outcome : undefined}
        aria-pressed={shown.listed === outcome}
        onClick={() => onShow({ listed: outcome, problem: null })}
      >
        <span className="figures">{formatCount(counts[key])}</span> {label}
      </button>
    ))}
  </Group>
)

function listOf({ code, isWarning }: Problem): Listed {
  if (code === rowEmpty) return 'left out'
  return isWarning ? 'warned' : 'refused'
}

/** The problems, each with its number of rows; problems that refuse rows come first. */
const Problems = ({ problems, shown, onShow }: ShownProps & Pick<ImportPlanReply, 'problems'>) =>
  problems.length === 0 ? (
    <Text c="dimmed">Nothing: every row can be written.</Text>
  ) : (
    <ul className="import-problems" tabIndex={0} aria-label="Problems">
      {problems
        .toSorted((one, other) => Number(one.isWarning) - Number(other.isWarning))
        .map((problem) => (
          <li key={keyOf(problem)}>
            <button
              type="button"
              data-warning={problem.isWarning || undefined}
              aria-pressed={keyOf(problem) === shown.problem}
              onClick={() => onShow({ listed: listOf(problem), problem: keyOf(problem) })}
            >
              <span>
                {problem.isWarning && 'Warning: '}
                <bdi>{problem.message}</bdi>
              </span>
              <span className="figures">{count(problem.rows.length, 'row')}</span>
            </button>
          </li>
        ))}
    </ul>
  )

const Sums = ({ what, plan: { sums }, settings }: Omit<DryRunStepProps, 'importNo' | 'dryRun'>) => (
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

type Lines = ImportPlanReply['sums']['classes']

function ClassTable({ lines }: { readonly lines: Lines }) {
  const used = sections.filter((section) => lines.some((line) => line.section === section))
  const byClass = classes.flatMap((studentClass) => {
    const parts = lines.filter((line) => line.studentClass === studentClass)
    return parts.length > 0 ? [{ studentClass, parts }] : []
  })
  const childrenIn = (parts: Lines, section?: Section) =>
    parts
      .filter((part) => section === undefined || part.section === section)
      .reduce((total, { students }) => total + students, 0)
  return (
    <RecordTable
      label="Children by class and section"
      columns={[
        { key: 'class', heading: 'Class', card: 'title', cell: ({ studentClass }) => studentClass },
        ...[...used, undefined].map((section) => ({
          key: section ?? 'children',
          heading: section ?? 'Children',
          figures: true,
          cell: ({ parts }: { readonly parts: Lines }) => formatCount(childrenIn(parts, section)),
        })),
        {
          key: 'fees',
          heading: 'Monthly fees',
          figures: true,
          card: 'figure',
          cell: ({ parts }) => <Rupees of={sum(...parts.map(({ monthlyFees }) => monthlyFees))} />,
        },
      ]}
      rows={byClass}
      rowKey={({ studentClass }) => studentClass}
    />
  )
}
