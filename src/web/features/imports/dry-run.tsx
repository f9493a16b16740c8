import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
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
import type { Plan } from './columns-step.tsx'
import { ImportRows, type FixRow } from './import-rows.tsx'
import { actOf, incompleteWords, outcomes, type Listed } from './import-words.ts'

/** The actions that change the dry run, each with a flag that is true while it runs. */
interface DryRunActs {
  readonly fix: FixRow
  /** Writes the rows to the school after a confirmation. */
  readonly apply: (settings: ImportSettings) => Promise<void>
  readonly checking: boolean
  readonly fixing: boolean
  readonly applying: boolean
}

interface DryRunStepProps {
  readonly importNo: number
  readonly what: ImportKind
  readonly plan: Plan
  readonly settings: ImportSettings
  readonly dryRun: DryRunActs
}

/** The listed rows: all rows of an outcome, or only its rows with one problem. */
interface Shown {
  readonly listed: Listed
  readonly problem: string | null
}

const refusedRows = (problems: Plan['problems']): readonly number[] => [
  ...new Set(problems.filter(({ isWarning }) => !isWarning).flatMap(({ rows }) => rows)),
]

/** The list that has the rows of a problem. */
function listOf({ code, isWarning }: Plan['problems'][number]): Listed {
  if (code === rowEmpty) return 'left out'
  return isWarning ? 'warned' : 'refused'
}

const keyOf = ({ code, field }: Plan['problems'][number]): string => `${code} ${field ?? ''}`

/** The effect of applying the import: counts, sums to compare with the old books, and the rows with their problems. */
export function DryRunStep({ importNo, what, plan, settings, dryRun }: DryRunStepProps) {
  const [chosen, setShown] = useState<Shown | null>(null)
  const { counts, problems } = plan
  // The rows to be corrected are shown first.
  const shown = chosen ?? { listed: counts.refused > 0 ? 'refused' : 'new', problem: null }
  const group = problems.find((problem) => keyOf(problem) === shown.problem)
  const { checking, fixing, applying, fix, apply } = dryRun
  const isAsked = usePasswordQuestion(({ question }) => question !== null)
  const busy = checking || fixing || applying
  return (
    <Stack gap="md">
      <Counts counts={counts} shown={shown.listed} onShow={(listed) => setShown({ listed, problem: null })} />
      <div className="import-result">
        <Sums sums={plan.sums} what={what} columns={settings.columns} />
        <TitledCard title="What is wrong">
          <Problems
            problems={problems}
            shown={shown.problem}
            onShow={(problem) => setShown({ listed: listOf(problem), problem: keyOf(problem) })}
          />
        </TitledCard>
      </div>
      <ImportRows
        key={`${shown.listed} ${shown.problem}`}
        importNo={importNo}
        listed={shown.listed}
        columns={settings.columns}
        rowNos={group ? group.rows : null}
        counts={counts}
        refused={refusedRows(problems)}
        fix={fix}
        busy={busy}
      />
      <ButtonBar>
        <Text role="status" c="dimmed" me="auto">
          {stateOf(dryRun, plan, isAsked)}
        </Text>
        <Button
          disabled={counts.refused > 0 || counts.new + counts.changed === 0 || busy}
          loading={applying}
          onClick={() => void apply(settings)}
        >
          {actOf(what, counts)}
        </Button>
      </ButtonBar>
    </Stack>
  )
}

function stateOf({ checking, fixing, applying }: DryRunActs, { counts }: Plan, isAsked: boolean): string {
  if (isAsked) return 'Enter your password to continue'
  if (applying) return 'Writing the rows to the school. This may take some seconds.'
  if (checking || fixing) return 'Checking the rows'
  if (counts.refused > 0) return `${count(counts.refused, 'refused row')} to correct or leave out first`
  if (counts.new + counts.changed === 0) return 'Nothing to write: the portal has every row already'
  return 'Ready: nothing is written before you confirm'
}

interface CountsProps {
  readonly counts: Plan['counts']
  readonly shown: Listed
  readonly onShow: (listed: Listed) => void
}

/** The number of rows with each outcome; each count lists its rows. */
const Counts = ({ counts, shown, onShow }: CountsProps) => (
  <div className="import-counts" role="group" aria-label="Rows by what becomes of them">
    {outcomes.map(({ key, outcome, label }) => (
      <button
        key={key}
        type="button"
        data-outcome={counts[key] > 0 ? outcome : undefined}
        aria-pressed={shown === outcome}
        onClick={() => onShow(outcome)}
      >
        <span className="figures">{formatCount(counts[key])}</span> {label}
      </button>
    ))}
  </div>
)

interface ProblemsProps {
  readonly problems: Plan['problems']
  readonly shown: string | null
  readonly onShow: (problem: Plan['problems'][number]) => void
}

/** The problems, each with its number of rows; problems that refuse rows come first. */
const Problems = ({ problems, shown, onShow }: ProblemsProps) =>
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
              aria-pressed={keyOf(problem) === shown}
              onClick={() => onShow(problem)}
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

interface SumsProps {
  readonly sums: Plan['sums']
  readonly what: ImportKind
  readonly columns: ImportSettings['columns']
}

/** The sums to compare with the old books: children by class and section, fees, dues and advances. */
const Sums = ({ sums, what, columns }: SumsProps) => (
  <TitledCard title="Compare with the old books">
    <Facts
      layout="line"
      facts={[
        { label: 'Children', value: formatCount(sums.students) },
        { label: 'Monthly fees', value: <Rupees of={sums.monthlyFees} /> },
        ...(what === 'students' || what === 'balances'
          ? [
              { label: 'Opening dues', value: <Rupees of={sums.openingDues} /> },
              { label: 'Advances', value: <Rupees of={sums.openingAdvances} /> },
            ]
          : []),
      ]}
    />
    {sums.incomplete > 0 && <Text>{incompleteWords(columns, sums.incomplete)}</Text>}
    {sums.classes.length > 0 && <ClassTable lines={sums.classes} />}
  </TitledCard>
)

/** The number of children of each class in each section, and their monthly fees. */
type Lines = Plan['sums']['classes']

function ClassTable({ lines }: { readonly lines: Lines }) {
  const used = sections.filter((section) => lines.some((line) => line.section === section))
  const byClass = classes.flatMap((studentClass) => {
    const parts = lines.filter((line) => line.studentClass === studentClass)
    return parts.length > 0 ? [{ studentClass, parts }] : []
  })
  const childrenIn = (parts: Lines, section: Section) =>
    parts.find((part) => part.section === section)?.students ?? 0
  return (
    <RecordTable
      label="Children by class and section"
      columns={[
        { key: 'class', heading: 'Class', card: 'title', cell: ({ studentClass }) => studentClass },
        ...used.map((section) => ({
          key: section,
          heading: section,
          figures: true,
          cell: ({ parts }: { readonly parts: Lines }) => formatCount(childrenIn(parts, section)),
        })),
        {
          key: 'children',
          heading: 'Children',
          figures: true,
          cell: ({ parts }) => formatCount(parts.reduce((total, { students }) => total + students, 0)),
        },
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
