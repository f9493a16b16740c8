import { Anchor, Button, Fieldset, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
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
import {
  graduating,
  movingHeadline,
  promoting,
  tooSoon,
  type Graduate,
  type Moving,
  type Preview,
} from './moving.ts'
import { useMoving } from './use-moving.ts'

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

/** `/promotions` and `/graduation`, distinguished by the path (spec 2.routes.promotions). */
export function PromotionScreen() {
  const words = useLocation().pathname.includes('graduation') ? graduating : promoting
  return <MovingClass key={words.title} words={words} />
}

/** Names the moving and the skipped students (spec 4.student.promoted, decisions 4.promotion.preview). */
function MovingClass({ words }: { readonly words: Moving }) {
  const moving = useMoving(words)
  const [paying, setPaying] = useState<Graduate | null>(null)
  const { sending, goBack } = moving
  const { graduates, other } = words

  return (
    <Screen
      title={words.title}
      lead={words.lead}
      onLeave={goBack}
      actions={
        <Anchor component={Link} to={other.path} replace py={6}>
          {other.label}
        </Anchor>
      }
    >
      <form {...moving.frame}>
        <Stack gap="md">
          {!graduates && <Class10Notice />}
          <Group align="flex-end" justify="space-between" gap="sm">
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
                {words.button}
              </Button>
            </Group>
          </Group>
          <GraduateBalances moving={moving} onMarkPaid={setPaying} />
        </Stack>
      </form>
      {paying && <MarkPaidDialog graduate={paying} moving={moving} close={() => setPaying(null)} />}
      <Outlook moving={moving} />
    </Screen>
  )
}

interface MovingProps {
  readonly moving: ReturnType<typeof useMoving>
}

/** Links to the graduation for a user who comes to promote class 10 (`?class=10`, spec 5.promotion.class-10). */
function Class10Notice() {
  const [searchParams] = useSearchParams()
  if (searchParams.get('class') !== '10') return null
  return (
    <Attention role="alert" title={refusals['class-10-graduates'].msg}>
      <Anchor component={Link} to="/graduation" replace ms={28}>
        Go to Graduation
      </Anchor>
    </Attention>
  )
}

function GraduationFields({ moving }: MovingProps) {
  const { today } = useStaff()
  return (
    <Group gap="sm" align="flex-start">
      <TextInput label="Class" value="10" readOnly variant="filled" w={90} />
      <DateField label="Graduation Date" {...moving.field('graduationDate')} max={today} required autoFocus />
    </Group>
  )
}

/** Class 10 graduates, and Hifz is not promoted (spec 5.promotion.class). */
const promotable = classes.filter((from) => nextClass(from) !== null)

const ClassField = ({ moving }: MovingProps) => (
  <NativeSelect
    label="Class"
    {...moving.field('classToPromote')}
    withAsterisk
    aria-required
    autoFocus
    w={220}
  >
    <option value="" disabled>
      Choose a class
    </option>
    {promotable.map((item) => (
      <option key={item} value={item}>
        {item}
      </option>
    ))}
  </NativeSelect>
)

/** The students who would move, or the reason that they are unknown. */
function Outlook({ moving: { preview, values } }: MovingProps) {
  const { classToPromote } = values
  if (classToPromote === '') return <Empty title="Choose a class to see who moves." />
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (preview.data) return <MovingPreview preview={preview.data} studentClass={classToPromote} />
  return <Loading label={`Loading class ${classToPromote}`} />
}

interface PreviewProps {
  readonly preview: Preview
  readonly studentClass: string
}

/** Lists by name the students who would move with their new class, and the skipped students with the reason. */
function MovingPreview({ preview, studentClass }: PreviewProps) {
  const { toClass, moving, skipped } = preview
  const columns = useMemo(() => columnsTo(toClass), [toClass])
  const headline = movingHeadline(preview, studentClass)
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
