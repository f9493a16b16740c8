import { Button, Group, NativeSelect, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { lastRollNumber } from '#contract/admission.ts'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import { addMonths, formatDate, lastOfMonth, monthName, monthOf } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importFieldLabel, type ImportSettings, type ListedField } from '#domain/import/import.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { latinDigits } from '#domain/student-search.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { incompleteWords, type CheckAct } from './import-steps.tsx'

type Question = ImportPlanReply['questions'][number]

interface QuestionsStepProps {
  readonly check: CheckAct
  readonly plan: ImportPlanReply
  readonly firstSettings: ImportSettings
  readonly back: () => void
}

const settingOf = {
  'date order': 'dateOrder',
  'balance sign': 'balanceSign',
  numbering: 'numbering',
  'as of': 'asOf',
} as const satisfies Readonly<Record<Question['about'], keyof ImportSettings>>

/**
 * The questions that the file leaves open, each shown once with a real row; values that stay open refuse their rows.
 */
export function QuestionsStep({ check, plan, firstSettings, back }: QuestionsStepProps) {
  const [settings, setSettings] = useState(firstSettings)
  const change = (changes: Partial<ImportSettings>) => setSettings({ ...settings, ...changes })
  const isOpen = plan.questions.some(({ about }) => settings[settingOf[about]] === null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOpen) check.run({ settings, isAnswered: true })
      }}
    >
      <TitledCard title="Open questions">
        {plan.questions.map((question) => (
          <OpenQuestion key={question.about} {...{ question, settings, change }} />
        ))}
        {plan.unknownValues.length > 0 && <UnknownValues {...{ plan, settings, change }} />}
        {plan.doubts.length > 0 && <RowsInDoubt {...{ plan, settings, change }} />}
        {plan.sums.incomplete > 0 && (
          <Text c="dimmed">{incompleteWords(settings.columns, plan.sums.incomplete)}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={back} disabled={check.sending}>
            Back to the columns
          </Button>
          <Button type="submit" disabled={isOpen} loading={check.sending}>
            Continue
          </Button>
        </Group>
      </TitledCard>
    </form>
  )
}

interface AnswerProps {
  readonly settings: ImportSettings
  readonly change: (changes: Partial<ImportSettings>) => void
}

function OpenQuestion({ question, settings, change }: AnswerProps & { readonly question: Question }) {
  const id = useId()
  const isPhone = usePhone()
  const lastRollNo = useCall(lastRollNumber).data?.lastRollNumber
  const { about } = question
  if (about === 'as of') return <AsOfQuestion {...{ settings, change }} />
  const { title, hint, answers } = choiceOf(question, lastRollNo)
  const setting = settingOf[about]
  const chosen = Object.keys(answers).find((label) => answers[label]?.[setting] === settings[setting])
  return (
    <Stack gap={6} align="flex-start">
      <Text fw={500} id={id}>
        <bdi>{title}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <SegmentedControl
        {...(isPhone && { w: '100%', orientation: 'vertical' })}
        aria-labelledby={id}
        value={chosen ?? ''}
        onChange={(label) => change(answers[label] ?? {})}
        data={Object.keys(answers)}
      />
    </Stack>
  )
}

interface Choice {
  readonly title: string
  readonly hint: string
  /** The answers by their labels. */
  readonly answers: Readonly<Record<string, Partial<ImportSettings>>>
}

/** A question between two answers. */
function choiceOf({ about, value, studentName, rowNo }: Question, lastRollNo: number | null = null): Choice {
  const row = `row ${formatCount(rowNo)}`
  if (about === 'date order') {
    const [, first = '', second = '', year = ''] =
      /(\d{1,2})\D+(\d{1,2})\D+(\d{2,4})/.exec(latinDigits(value)) ?? []
    const read = (day: string, month: string) =>
      `${ordinal(Number(day))} of ${monthName(Number(month))} ${year}`
    const [dayFirst, monthFirst] = [read(first, second), read(second, first)]
    return {
      title: `Is ${value} the ${dayFirst} or the ${monthFirst}?`,
      hint: `${studentName}, ${row}. Every date in the file is read this way.`,
      answers: { [dayFirst]: { dateOrder: 'day first' }, [monthFirst]: { dateOrder: 'month first' } },
    }
  }
  if (about === 'balance sign')
    return {
      title: `${studentName} has ${value.replace('-', '−')}: what does it say?`,
      hint: `From ${row}. Every balance in the file is read this way.`,
      answers: {
        'Owes it': { balanceSign: 'minus is owed' },
        'Has paid ahead': { balanceSign: 'minus is paid ahead' },
      },
    }
  const from = lastRollNo === null ? '' : ` from ${formatCount(lastRollNo + 1)} on`
  return {
    title: 'Which roll numbers do the students get?',
    hint: `${studentName}, ${row}, has ${value}.`,
    answers: {
      'Keep the roll numbers of the file': { numbering: 'keep' },
      [`Number the students${from}`]: { numbering: 'new' },
    },
  }
}

/** `1st`, `22nd`, `13th`. */
function ordinal(day: number): string {
  const teen = day > 10 && day < 14
  return `${day}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}

const monthsBack = 24

/** Offers the last days of the months before today, the latest first. */
function AsOfQuestion({ settings: { asOf }, change }: AnswerProps) {
  const { today } = useStaff()
  const latest = lastOfMonth(monthOf(today)) === today ? monthOf(today) : addMonths(monthOf(today), -1)
  const offered = Array.from({ length: monthsBack }, (_, back) => lastOfMonth(addMonths(latest, -back)))
  return (
    <NativeSelect
      maw={420}
      label="Of which day are the balances?"
      description="The last day of a month, before the first vouchers of the portal"
      value={asOf ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ asOf: offered.find((day) => day === value) ?? null })
      }
      data={[
        { value: '', label: 'Choose a day', disabled: true },
        ...offered.map((day) => ({ value: day, label: formatDate(day) })),
      ]}
    />
  )
}

/** The portal's values, as they are shown in the lists of forms. */
const ours: Readonly<Record<ListedField, readonly string[]>> = {
  studentClass: classes,
  section: sections,
  gender: genders,
}

type OfPlanProps = AnswerProps & { readonly plan: ImportPlanReply }

/** The values that the portal does not have, each matched once for all its rows. */
const UnknownValues = ({ plan, settings: { values }, change }: OfPlanProps) => (
  <Stack gap="xs">
    <Text fw={500}>Values that the portal does not know</Text>
    <SimpleGrid minColWidth={260} spacing="md" verticalSpacing="sm">
      {plan.unknownValues.map(({ field, value, rows }) => {
        const { [value]: chosen = '', ...others }: Readonly<Record<string, string>> = values[field]
        return (
          <NativeSelect
            key={`${field} ${value}`}
            label={
              <>
                {importFieldLabel(field)} <bdi>{value === '' ? '(empty)' : value}</bdi> – {count(rows, 'row')}
              </>
            }
            value={chosen}
            onChange={({ currentTarget: { value: next } }) =>
              change({
                values: { ...values, [field]: next === '' ? others : { ...others, [value]: next } },
              })
            }
            data={[{ value: '', label: 'None of ours: refuse the rows' }, ...ours[field]]}
          />
        )
      })}
    </SimpleGrid>
  </Stack>
)

/** The option value for a new child; the other values are roll numbers, or '' for no choice. */
const newChild = 'new'

/** The rows whose roll number, names and CNIC do not identify a child, each with the existing children it could be. */
function RowsInDoubt({ plan: { doubts }, settings: { children = {} }, change }: OfPlanProps) {
  const choose = (rowNo: number, chosen: string) => {
    const { [rowNo]: _, ...others } = children
    const answer = chosen === newChild ? null : Number(chosen)
    change({ children: chosen === '' ? others : { ...others, [rowNo]: answer } })
  }
  // Each row that may be a new child is reviewed on its own.
  const certain = doubts.flatMap(({ rowNo, mayBeNew, students: [only, ...more] }) =>
    only && !mayBeNew && more.length === 0 ? [[rowNo, only.rollNo] as const] : [],
  )
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={500}>Which child is it?</Text>
      {certain.length > 1 && (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => change({ children: { ...children, ...Object.fromEntries(certain) } })}
        >
          {`The same child in all ${count(certain.length, 'row')}`}
        </Button>
      )}
      {doubts.map(({ rowNo, child, message, students, mayBeNew }) => (
        <NativeSelect
          key={rowNo}
          w="100%"
          label={<bdi>{`Row ${formatCount(rowNo)}: ${child}`}</bdi>}
          description={<bdi>{message}</bdi>}
          value={children[rowNo] === null ? newChild : (children[rowNo] ?? '')}
          onChange={({ currentTarget }) => choose(rowNo, currentTarget.value)}
          data={[
            { value: '', label: 'Not clear: refuse the row' },
            ...students.map(({ rollNo, words }) => ({ value: String(rollNo), label: words })),
            ...(mayBeNew ? [{ value: newChild, label: 'A new child' }] : []),
          ]}
        />
      ))}
    </Stack>
  )
}
