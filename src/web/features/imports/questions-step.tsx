import {
  addMonths,
  calendarDate,
  compareMonths,
  formatDate,
  lastOfMonth,
  monthOf,
  type CalendarDate,
} from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importFieldLabel, type ImportSettings, type ListedField } from '#domain/import.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { useStaff } from '#web/api/session.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import type { Plan } from './columns-step.tsx'
import { twoReadings } from './import-words.ts'

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

/** What the file leaves open, each asked once with a real row; values that stay open refuse their rows. */
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
      <TitledCard title="What the file leaves open">
        {plan.questions.map((question) => (
          <Asked
            key={question.about}
            question={question}
            settings={settings}
            change={change}
            lastRollNo={lastRollNo}
          />
        ))}
        {plan.unknownValues.length > 0 && (
          <UnknownValues values={plan.unknownValues} settings={settings} change={change} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={back} disabled={sending}>
            Back to the columns
          </Button>
          <Button type="submit" disabled={isOpen} loading={sending}>
            Go on
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

interface AskedProps {
  readonly question: Question
  readonly settings: ImportSettings
  readonly change: (changes: Partial<ImportSettings>) => void
  readonly lastRollNo: number | null
}

function Asked({ question, settings, change, lastRollNo }: AskedProps) {
  const { about, value, studentName, rowNo } = question
  const row = `row ${formatCount(rowNo)}`
  if (about === 'date order') {
    const readings = twoReadings(value)
    return (
      <Choice
        title={`Is ${value} the ${readings?.dayFirst ?? 'day first'} or the ${readings?.monthFirst ?? 'month first'}?`}
        hint={`${studentName}, ${row}. Every date of the file is read so.`}
        value={settings.dateOrder}
        choices={[
          { value: 'day first', label: readings?.dayFirst ?? 'Day first' },
          { value: 'month first', label: readings?.monthFirst ?? 'Month first' },
        ]}
        onChoose={(dateOrder) => change({ dateOrder })}
      />
    )
  }
  if (about === 'balance sign') {
    return (
      <Choice
        title={`${studentName} has ${value.replace('-', '−')}: what does it say?`}
        hint={`From ${row}. Every balance of the file is read so.`}
        value={settings.balanceSign}
        choices={[
          { value: 'minus is owed', label: 'Owes it' },
          { value: 'minus is paid ahead', label: 'Has paid ahead' },
        ]}
        onChoose={(balanceSign) => change({ balanceSign })}
      />
    )
  }
  if (about === 'numbering') {
    return (
      <Choice
        title="Which roll numbers do the students get?"
        hint={`${studentName}, ${row}, has ${value}.`}
        value={settings.numbering}
        choices={[
          { value: 'keep', label: 'Keep the roll numbers of the file' },
          { value: 'new', label: numberedFrom(lastRollNo) },
        ]}
        onChoose={(numbering) => change({ numbering })}
      />
    )
  }
  return <AsOf asOf={settings.asOf} onChoose={(asOf) => change({ asOf })} />
}

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

function AsOf({
  asOf,
  onChoose,
}: {
  readonly asOf: CalendarDate | null
  readonly onChoose: (asOf: CalendarDate | null) => void
}) {
  const { today } = useStaff()
  const offered = lastDays(today)
  const chosen = asOf !== null && !offered.includes(asOf) ? [asOf, ...offered] : offered
  return (
    <NativeSelect
      className="import-as-of"
      label="Of which day are the balances?"
      description="The last day of a month, before the first vouchers of the portal"
      value={asOf ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(calendarDate(value))}
    >
      <option value="" disabled>
        Choose a day
      </option>
      {chosen
        .toSorted((one, other) => compareMonths(monthOf(other), monthOf(one)))
        .map((day) => (
          <option key={day} value={day}>
            {formatDate(day)}
          </option>
        ))}
    </NativeSelect>
  )
}

/** Ours, as they are shown in the lists of forms. */
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

/** Values that are not ours, each chosen once for all its rows. */
function UnknownValues({ values, settings, change }: UnknownValuesProps) {
  const choose = ({ field, value }: Unknown, chosen: string) => {
    const { [value]: _, ...others } = settings.values[field] as Readonly<Record<string, string>>
    const ofField = chosen === '' ? others : { ...others, [value]: chosen }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lists offer values of the field only
    change({ values: { ...settings.values, [field]: ofField } as ImportSettings['values'] })
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
              value={(settings.values[field] as Readonly<Record<string, string>>)[value] ?? ''}
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
