import { formatMonth } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { Paper, Stack, Title } from '@mantine/core'
import { Figures } from '#web/kit/figures.tsx'
import { MonthsToPost } from '#web/kit/months-to-post-notice.tsx'
import { SkippedStudents } from './skipped-students.tsx'
import type { Preview } from './use-campus-run.ts'

/** What the run is about to do, in figures, and who is left out of it and why. */
export function CampusPreview({ preview }: { readonly preview: Preview }) {
  const month = formatMonth(preview)
  return (
    <Paper component="section" aria-label={`Vouchers for ${month}`} withBorder p="md">
      <Stack gap="sm">
        <div role="status">
          <Title order={2}>
            {preview.students === 0
              ? `No student is without a voucher for ${month}`
              : `${count(preview.students, 'student gets a voucher', 'students get vouchers')} for ${month}`}
          </Title>
        </div>
        {preview.students > 0 && (
          <Figures
            thisMonth={preview.thisMonth}
            arrears={preview.arrears}
            netReceivable={preview.netReceivable}
          />
        )}
        <MonthsToPost />
        <SkippedStudents month={month} skipped={preview.skipped} />
      </Stack>
    </Paper>
  )
}
