import { addMonths, monthOf } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { VoucherDateFields } from '#web/kit/voucher-date-fields.tsx'
import { Stack, Textarea } from '@mantine/core'
import type { useRunForm } from './use-run-form.ts'

interface Props extends Pick<ReturnType<typeof useRunForm>, 'form' | 'errors' | 'change'> {
  /** With what the note is kept. */
  readonly noteFor: string
}

/** The dates and the note of the vouchers that are about to be generated. */
export function RunFields({ form, errors, change, noteFor }: Props) {
  const current = monthOf(useStaff().today)
  return (
    <Stack gap="md">
      <VoucherDateFields
        dates={form}
        onChange={change}
        errors={errors}
        months={[current, addMonths(current, 1)]}
      />
      <Textarea
        name="note"
        label="Note"
        description={noteFor}
        value={form.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        error={errors.note}
        maxLength={500}
        rows={2}
        resize="vertical"
      />
    </Stack>
  )
}
