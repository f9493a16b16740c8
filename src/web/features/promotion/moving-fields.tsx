import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useStaff } from '#web/api/session.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { promotable, type Moving } from './moving.ts'
import type { useMoving } from './use-moving.ts'

interface Props {
  readonly moving: Moving
  readonly form: Pick<ReturnType<typeof useMoving>, 'field'>
}

/** The class and, for a graduation, the day. */
export function MovingFields({ moving, form }: Props) {
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
