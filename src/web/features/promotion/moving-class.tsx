import { Anchor, Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { refusals } from '#domain/refusals.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { GraduateBalances } from './graduate-balances.tsx'
import { MovingPreview } from './moving-preview.tsx'
import { promotable, type Moving } from './moving.ts'
import { useMoving } from './use-moving.ts'

interface Props {
  readonly moving: Moving
  readonly form: Pick<ReturnType<typeof useMoving>, 'field'>
}

/** The class and, for a graduation, the day. */
function MovingFields({ moving, form }: Props) {
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

/** Leads a user who comes to promote class 10 (`?class=10`) to the graduation (spec 5.promotion.class-10). */
function Class10Notice() {
  const [asked] = useSearchParams()
  if (asked.get('class') !== '10') return null
  return (
    <Attention role="alert" title={refusals['class-10-graduates'].msg}>
      <Anchor component={Link} to="/graduation" replace ms={28}>
        Go to Graduation
      </Anchor>
    </Attention>
  )
}

/** Names the students who move and the skipped ones (spec 4.student.promoted, decisions 4.promotion.preview). */
export function MovingClass({ moving }: { readonly moving: Moving }) {
  const { campus } = useStaff()
  const form = useMoving(moving)
  const { preview, isReady, graduationDay, cancel, sending } = form
  const goBack = useGoBack()

  return (
    <Screen
      title={moving.title}
      campus={campus}
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
              <Button variant="default" disabled={sending} onClick={cancel}>
                Cancel
              </Button>
              <Button type="submit" disabled={!isReady} loading={sending}>
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
