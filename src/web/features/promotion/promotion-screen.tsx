import { Anchor, Button, Fieldset, Group, NativeSelect, Paper, Stack, TextInput, Title } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { addDays, formatDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import { refusals } from '#domain/refusals.ts'
import { classes, nextClass } from '#domain/school.ts'
import { useStaff } from '#web/api/session.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { GraduateBalances, MarkPaidDialog } from './graduate-balances.tsx'
import { movingHeadline, tooSoon, useMoving, type Preview } from './moving.ts'

type Student = Preview['moving'][number]
type Skipped = Preview['skipped'][number]

const named = [{ ...studentColumns.rollNo, pinned: true }, studentColumns.studentName]
const family = [studentColumns.fatherName, studentColumns.section]

const columnsTo = (toClass: Preview['toClass']): readonly Column<Student>[] => [
  ...named,
  {
    key: 'moves',
    heading: 'Class',
    width: 130,
    cell: ({ studentClass }) => `${studentClass} → ${toClass ?? 'graduates'}`,
    sortBy: ({ studentClass }) => studentClass,
  },
  ...family,
]

const skippedColumns: readonly Column<Skipped>[] = [
  ...named,
  {
    key: 'why',
    heading: 'Why skipped',
    width: 180,
    cell: ({ promotedOn }) => `Promoted on ${formatDate(promotedOn)}`,
    sortBy: ({ promotedOn }) => promotedOn,
  },
  {
    key: 'from',
    heading: 'Can move from',
    width: 120,
    cell: ({ promotedOn }) => formatDate(addDays(promotedOn, promotionPauseDays)),
    sortBy: ({ promotedOn }) => promotedOn,
  },
  ...family,
]

const keyOf = ({ rollNo }: Student): string => String(rollNo)

const promoting = {
  title: 'Class Promotions',
  lead: 'Moves every student of a class to the next class. Sections stay the same.',
  button: 'Promote class',
  other: { path: '/graduation', label: 'Graduate class 10' },
}

const graduating = {
  title: 'Graduation',
  lead: 'Graduates all students of class 10 on one day. Records and fee accounts are kept.',
  button: 'Graduate class 10',
  other: { path: '/promotions', label: 'Promote another class' },
}

/**
 * `/promotions` and `/graduation`, distinguished by the path: moves a whole class to the next class, or out of class 10
 * (spec 2.routes.promotions, spec 4.student).
 */
export function PromotionScreen() {
  const graduates = useLocation().pathname.includes('graduation')
  return <MovingClass key={String(graduates)} graduates={graduates} />
}

/** Names the moving and the skipped students (spec 4.student.promoted, decisions 4.promotion.preview). */
function MovingClass({ graduates }: { readonly graduates: boolean }) {
  const { title, lead, button, other } = graduates ? graduating : promoting
  const moving = useMoving(graduates, title)
  const [searchParams] = useSearchParams()
  const { sending, goBack } = moving

  return (
    <Screen
      title={title}
      lead={lead}
      onLeave={goBack}
      actions={
        <Anchor component={Link} to={other.path} replace py={6}>
          {other.label}
        </Anchor>
      }
    >
      <form {...moving.frame}>
        <Stack gap="md">
          {/* For a user who comes to promote class 10 (spec 5.promotion.class-10). */}
          {!graduates && searchParams.get('class') === '10' && (
            <Attention role="alert" title={refusals['class-10-graduates'].msg}>
              <Anchor component={Link} to="/graduation" replace ms={28}>
                Go to Graduation
              </Anchor>
            </Attention>
          )}
          <Paper withBorder p="md" component={Group} align="flex-end" justify="space-between" gap="sm">
            <Fieldset mx={0} variant="unstyled" disabled={sending}>
              {graduates ? <GraduationFields moving={moving} /> : <ClassField moving={moving} />}
            </Fieldset>
            <Group gap="sm" ml="auto">
              <Button variant="default" disabled={sending} onClick={goBack}>
                Cancel
              </Button>
              <Button
                type="submit"
                {...(graduates && { variant: 'outline', color: 'red' })}
                disabled={!moving.isReady}
                loading={sending}
              >
                {button}
              </Button>
            </Group>
          </Paper>
          <GraduateBalances moving={moving} />
        </Stack>
      </form>
      {moving.paying && <MarkPaidDialog graduate={moving.paying} moving={moving} />}
      <Outlook moving={moving} />
    </Screen>
  )
}

interface MovingProps {
  readonly moving: ReturnType<typeof useMoving>
}

/** Class 10 graduates, and Hifz is not promoted (spec 5.promotion.class). */
const promotable = classes.filter((from) => nextClass(from) !== null)

const ClassField = ({ moving }: MovingProps) => (
  <NativeSelect
    label="Class"
    {...moving.field('classToPromote')}
    data={[{ value: '', label: 'Choose a class', disabled: true }, ...promotable]}
    withAsterisk
    aria-required
    autoFocus
    w={220}
  />
)

function GraduationFields({ moving }: MovingProps) {
  const { today } = useStaff()
  return (
    <Group gap="sm" align="flex-start">
      <TextInput label="Class" value="10" readOnly variant="filled" w={90} />
      <DateField label="Graduation Date" {...moving.field('graduationDate')} max={today} required autoFocus />
    </Group>
  )
}

/** The students who would move, with their new class, and the skipped ones; or the reason that they are unknown. */
function Outlook({ moving: { preview, values } }: MovingProps) {
  const { classToPromote } = values
  const { data, error, refetch } = preview
  const toClass = data?.toClass ?? null
  const columns = useMemo(() => columnsTo(toClass), [toClass])
  if (classToPromote === '') return <Empty title="Choose a class to see who moves." />
  if (error) return <Failed failure={error} retry={() => void refetch()} />
  if (!data) return <Loading label={`Loading class ${classToPromote}`} />
  const { moving, skipped } = data
  const headline = movingHeadline(data, classToPromote)
  const passedBy = `${count(skipped.length, 'student')} ${agree(skipped.length, 'is', 'are')} skipped: ${tooSoon}`
  return (
    <Stack gap="sm" mt="lg">
      <div role="status">
        <Title order={2}>{headline}</Title>
      </div>
      {moving.length > 0 && <DataTable label={headline} columns={columns} rows={moving} rowKey={keyOf} />}
      {skipped.length > 0 && (
        <>
          <Title order={2}>{passedBy}</Title>
          <DataTable label={passedBy} columns={skippedColumns} rows={skipped} rowKey={keyOf} />
        </>
      )}
    </Stack>
  )
}
