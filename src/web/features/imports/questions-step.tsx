import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { addMonths, formatDate, lastOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importFieldLabel, type ImportSettings, type ListedField } from '#domain/import/import.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { useStaff } from '#web/api/session.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Plan } from './columns-step.tsx'
import { incompleteWords, twoReadings } from './import-words.ts'
import { RowsInDoubt } from './rows-in-doubt.tsx'

type Question = Plan['questions'][number]
type Unknown = Plan['unknownValues'][number]

interface QuestionsStepProps {
  readonly plan: Plan
  readonly settings: ImportSettings
  /** The greatest roll number of the campus; null while it is not known. */
  readonly lastRollNo: number | null
  readonly sending: boolean
  readonly back: () => void
  readonly onDone: (settings: ImportSettings) => void
}

/**
 * The questions that the file leaves open, each shown once with a real row; values that stay open refuse their rows.
 */
export function QuestionsStep(props: QuestionsStepProps) {
  const { plan, sending, back, onDone, lastRollNo } = props
  const [settings, setSettings] = useState(props.settings)
  const change = (changes: Partial<ImportSettings>) => setSettings({ ...settings, ...changes })
  const isOpen = plan.questions.some(({ about }) => settings[settingOf[about]] === null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOpen) onDone(settings)
      }}
    >
      <TitledCard title="Open questions">
        {plan.questions.map((question) => {
          const Question = questionComponents[question.about]
          return (
            <Question
              key={question.about}
              question={question}
              settings={settings}
              change={change}
              lastRollNo={lastRollNo}
            />
          )
        })}
        {plan.unknownValues.length > 0 && (
          <UnknownValues values={plan.unknownValues} settings={settings} change={change} />
        )}
        {plan.doubts.length > 0 && <RowsInDoubt doubts={plan.doubts} settings={settings} change={change} />}
        {plan.sums.incomplete > 0 && (
          <Text c="dimmed">{incompleteWords(settings.columns, plan.sums.incomplete)}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={back} disabled={sending}>
            Back to the columns
          </Button>
          <Button type="submit" disabled={isOpen} loading={sending}>
            Continue
          </Button>
        </Group>
      </TitledCard>
    </form>
  )
}

/** The setting that answers a question. */
const settingOf = {
  'date order': 'dateOrder',
  'balance sign': 'balanceSign',
  numbering: 'numbering',
  'as of': 'asOf',
} as const satisfies Readonly<Record<Question['about'], keyof ImportSettings>>

interface QuestionProps {
  readonly question: Question
  readonly settings: ImportSettings
  readonly change: (changes: Partial<ImportSettings>) => void
  readonly lastRollNo: number | null
}

const rowWords = ({ rowNo }: Question): string => `row ${formatCount(rowNo)}`

function DateOrderQuestion({ question, settings, change }: QuestionProps) {
  const { value, studentName } = question
  const { dayFirst, monthFirst } = twoReadings(value)
  return (
    <Choice
      title={`Is ${value} the ${dayFirst} or the ${monthFirst}?`}
      hint={`${studentName}, ${rowWords(question)}. Every date in the file is read this way.`}
      value={settings.dateOrder}
      choices={[
        { value: 'day first', label: dayFirst },
        { value: 'month first', label: monthFirst },
      ]}
      onChoose={(dateOrder) => change({ dateOrder })}
    />
  )
}

const BalanceSignQuestion = ({ question, settings, change }: QuestionProps) => (
  <Choice
    title={`${question.studentName} has ${question.value.replace('-', '−')}: what does it say?`}
    hint={`From ${rowWords(question)}. Every balance in the file is read this way.`}
    value={settings.balanceSign}
    choices={[
      { value: 'minus is owed', label: 'Owes it' },
      { value: 'minus is paid ahead', label: 'Has paid ahead' },
    ]}
    onChoose={(balanceSign) => change({ balanceSign })}
  />
)

const NumberingQuestion = ({ question, settings, change, lastRollNo }: QuestionProps) => (
  <Choice
    title="Which roll numbers do the students get?"
    hint={`${question.studentName}, ${rowWords(question)}, has ${question.value}.`}
    value={settings.numbering}
    choices={[
      { value: 'keep', label: 'Keep the roll numbers of the file' },
      { value: 'new', label: numberedFrom(lastRollNo) },
    ]}
    onChoose={(numbering) => change({ numbering })}
  />
)

const numberedFrom = (lastRollNo: number | null): string =>
  lastRollNo === null ? 'Number the students' : `Number the students from ${formatCount(lastRollNo + 1)} on`

interface ChoiceProps<Value extends string> {
  readonly title: string
  readonly hint: ReactNode
  readonly value: Value | null
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({ title, hint, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  const orientation = usePhone() ? 'vertical' : 'horizontal'
  return (
    <Stack gap={6} align="flex-start">
      <Text fw={500} id={id}>
        <bdi>{title}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <SegmentedControl
        className="import-choice"
        aria-labelledby={id}
        orientation={orientation}
        value={value ?? ''}
        onChange={(chosen) => {
          const choice = choices.find((other) => other.value === chosen)
          if (choice) onChoose(choice.value)
        }}
        data={choices.map(({ value: of, label }) => ({ value: of, label }))}
      />
    </Stack>
  )
}

const monthsBack = 24

/** The last days of the months before today, the latest first. */
function lastDays(today: CalendarDate): readonly CalendarDate[] {
  const latest = lastOfMonth(monthOf(today)) === today ? monthOf(today) : addMonths(monthOf(today), -1)
  return Array.from({ length: monthsBack }, (_, back) => lastOfMonth(addMonths(latest, -back)))
}

function AsOfQuestion({ settings: { asOf }, change }: QuestionProps) {
  const { today } = useStaff()
  const offered = lastDays(today)
  return (
    <NativeSelect
      className="import-as-of"
      label="Of which day are the balances?"
      description="The last day of a month, before the first vouchers of the portal"
      value={asOf ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ asOf: offered.find((day) => day === value) ?? null })
      }
    >
      <option value="" disabled>
        Choose a day
      </option>
      {offered.map((day) => (
        <option key={day} value={day}>
          {formatDate(day)}
        </option>
      ))}
    </NativeSelect>
  )
}

const questionComponents: Readonly<Record<Question['about'], (props: QuestionProps) => ReactNode>> = {
  'date order': DateOrderQuestion,
  'balance sign': BalanceSignQuestion,
  numbering: NumberingQuestion,
  'as of': AsOfQuestion,
}

/** The portal's values, as they are shown in the lists of forms. */
const ours: Readonly<Record<ListedField, readonly string[]>> = {
  studentClass: classes,
  section: sections,
  gender: genders,
}

interface UnknownValuesProps {
  readonly values: readonly Unknown[]
  readonly settings: ImportSettings
  readonly change: (changes: Partial<ImportSettings>) => void
}

/** The values that the portal does not have, each matched once for all its rows. */
function UnknownValues({ values, settings, change }: UnknownValuesProps) {
  const choose = ({ field, value }: Unknown, chosen: string) => {
    const { [value]: _, ...others }: Readonly<Record<string, string>> = settings.values[field]
    const ofField = chosen === '' ? others : { ...others, [value]: chosen }
    change({ values: { ...settings.values, [field]: ofField } })
  }
  return (
    <Stack gap="xs">
      <Text fw={500}>Values that the portal does not know</Text>
      <div className="import-values">
        {values.map((unknown) => {
          const { field, value, rows } = unknown
          return (
            <NativeSelect
              key={`${field} ${value}`}
              label={
                <>
                  {importFieldLabel(field)} <bdi>{value === '' ? '(empty)' : value}</bdi> –{' '}
                  {count(rows, 'row')}
                </>
              }
              value={settings.values[field][value] ?? ''}
              onChange={({ currentTarget }) => choose(unknown, currentTarget.value)}
            >
              <option value="">None of ours: refuse the rows</option>
              {ours[field].map((item) => (
                <option key={item} value={item}>
                  {item}
                </option>
              ))}
            </NativeSelect>
          )
        })}
      </div>
    </Stack>
  )
}
