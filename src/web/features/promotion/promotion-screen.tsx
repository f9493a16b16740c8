import { Anchor, Button, Fieldset, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { addDays, formatDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import { refusals } from '#domain/refusals.ts'
import { useStaff } from '#web/api/session.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { GraduateBalances } from './graduate-balances.tsx'
import type { Preview } from './graduate-outcomes.ts'
import { graduating, movingHeadline, promotable, promoting, tooSoon, type Moving } from './moving-words.ts'
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

interface FieldsProps {
  readonly moving: Moving
  readonly form: Pick<ReturnType<typeof useMoving>, 'field'>
}

/** The class and, for a graduation, the day. */
function MovingFields({ moving, form }: FieldsProps) {
  const { today } = useStaff()
  if (moving.onlyClass !== null) {
    return (
      <Group gap="sm" align="flex-start">
        <TextInput label="Class" value={moving.onlyClass} readOnly variant="filled" w={90} />
        <DateField label="Graduation Date" {...form.field('graduationDate')} max={today} required autoFocus />
      </Group>
    )
  }
  return (
    <NativeSelect
      label="Class"
      {...form.field('classToPromote')}
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

/** Names the moving and the skipped students (spec 4.student.promoted, decisions 4.promotion.preview). */
function MovingClass({ moving }: { readonly moving: Moving }) {
  const form = useMoving(moving)
  const { preview, isReady, graduationDay, goBack, sending } = form

  return (
    <Screen
      title={moving.title}
      lead={moving.lead}
      onLeave={goBack}
      actions={
        <Anchor component={Link} to={moving.other.path} replace py={6}>
          {moving.other.label}
        </Anchor>
      }
    >
      <form {...form.frame}>
        <Stack gap="md">
          {moving.onlyClass === null && <Class10Notice />}
          <Group align="flex-end" justify="space-between" gap="sm">
            <Fieldset mx={0} variant="unstyled" disabled={sending}>
              <MovingFields moving={moving} form={form} />
            </Fieldset>
            <Group gap="sm" ml="auto">
              <Button variant="default" disabled={sending} onClick={goBack}>
                Cancel
              </Button>
              <Button
                type="submit"
                {...(moving.onlyClass !== null && { variant: 'outline', color: 'red' })}
                disabled={!isReady}
                loading={sending}
              >
                {moving.button}
              </Button>
            </Group>
          </Group>
          {preview.data?.graduation && (
            <GraduateBalances
              graduation={preview.data.graduation}
              form={form}
              graduationDate={graduationDay}
              reload={preview.refetch}
            />
          )}
        </Stack>
      </form>
      <Outlook preview={preview} chosen={form.values.classToPromote} />
    </Screen>
  )
}

interface OutlookProps {
  readonly preview: ReturnType<typeof useMoving>['preview']
  readonly chosen: string
}

/** The students who would move, or the reason that they are unknown. */
function Outlook({ preview, chosen }: OutlookProps) {
  if (chosen === '') return <Empty title="Choose a class to see who moves." />
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (preview.data) return <MovingPreview preview={preview.data} studentClass={chosen} />
  return <Loading label={`Loading class ${chosen}`} />
}

/** `/promotions` and `/graduation`, distinguished by the path (spec 2.routes.promotions). */
export function PromotionScreen() {
  const moving = useLocation().pathname.includes('graduation') ? graduating : promoting
  return <MovingClass key={moving.title} moving={moving} />
}
