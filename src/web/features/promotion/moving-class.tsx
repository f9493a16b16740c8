import { Anchor, Button, Fieldset, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Class10Notice } from './class-10-notice.tsx'
import { GraduateBalances } from './graduate-balances.tsx'
import { MovingFields } from './moving-fields.tsx'
import { MovingPreview } from './moving-preview.tsx'
import type { Moving } from './moving.ts'
import { useMoving } from './use-moving.ts'

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
