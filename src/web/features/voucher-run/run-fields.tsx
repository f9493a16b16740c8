import { Stack, Textarea } from '@mantine/core'
import { addMonths, monthOf } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { VoucherDateFields } from '#web/kit/voucher-date-fields.tsx'
import type { useRunForm } from './use-run-form.ts'

interface Props {
  readonly form: Pick<ReturnType<typeof useRunForm>, 'values' | 'errors' | 'change' | 'field'>
  /** The record that keeps the note. */
  readonly noteFor: string
}

/** The dates and the note of the vouchers to be generated. */
export function RunFields({ form, noteFor }: Props) {
  const current = monthOf(useStaff().today)
  return (
    <Stack gap="md">
      <VoucherDateFields
        dates={form.values}
        onChange={form.change}
        errors={form.errors}
        months={[current, addMonths(current, 1)]}
      />
      <Textarea
        {...form.field('note')}
        label="Note"
        description={noteFor}
        maxLength={500}
        rows={2}
        resize="vertical"
      />
    </Stack>
  )
}
