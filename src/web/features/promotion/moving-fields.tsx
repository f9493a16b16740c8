import { useStaff } from '#web/api/session.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { NativeSelect, Group, TextInput } from '@mantine/core'
import { promotable, type Moving } from './moving.ts'
import type { useMoving } from './use-moving.ts'

interface Props extends Pick<ReturnType<typeof useMoving>, 'form' | 'errors' | 'change'> {
  readonly moving: Moving
}

/** Which class moves, and for the graduation on which day. */
export function MovingFields({ moving, form, errors, change }: Props) {
  const { today } = useStaff()
  if (moving.onlyClass !== null) {
    return (
      <Group gap="sm" align="flex-start">
        <TextInput label="Class" value={moving.onlyClass} readOnly variant="filled" w={90} />
        <DateField
          label="Graduation Date"
          name="graduationDate"
          value={form.graduationDate}
          onChange={(graduationDate) => change({ graduationDate })}
          error={errors.graduationDate}
          max={today}
          required
          autoFocus
        />
      </Group>
    )
  }
  return (
    <NativeSelect
      label="Class"
      name="classToPromote"
      value={form.classToPromote}
      error={errors.classToPromote}
      withAsterisk
      aria-required
      autoFocus
      w={220}
      onChange={(event) => {
        const chosen = promotable.find((item) => item === event.currentTarget.value)
        if (chosen) change({ classToPromote: chosen })
      }}
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
