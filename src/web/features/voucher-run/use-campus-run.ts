import { campusPreview, generateForCampus } from '#contract/voucher-run.ts'
import { monthOf } from '#domain/calendar.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useGeneratedAlert } from './use-generated-alert.ts'
import { useRunForm } from './use-run-form.ts'

export type Preview = Reply<typeof campusPreview>

/** A campus run from its dates to its outcome (spec 5.generation, spec 8.generation). */
export function useCampusRun() {
  const { campus } = useStaff()
  const runForm = useRunForm('generate-campus')
  const { form, monthAsked, clear, sayWhy } = runForm
  const preview = useCall(
    keys.campusPreview(campus, monthAsked),
    campusPreview,
    { params: { campus, fromDate: monthAsked } },
    { enabled: monthAsked !== '' },
  )
  const { send, sending } = useChange(generateForCampus)
  const alert = useAlert()
  const sayGenerated = useGeneratedAlert()

  /** Generates the vouchers and says so, or why they are not generated; leaves the screen where they are. */
  async function run(): Promise<void> {
    if (monthAsked === '') return
    try {
      const { generated, skipped } = await send({ params: { campus }, body: form })
      clear()
      await sayGenerated('Vouchers generated successfully', {
        detail: `${generated} generated, ${skipped} skipped.`,
        month: monthOf(monthAsked),
        unposted: generated,
      })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await refused(error)
    }
  }

  async function refused(failure: CallFailed) {
    if (failure.code !== 'voucher-exists') return sayWhy(failure)
    void preview.refetch()
    await alert('Voucher already exists for this month', { tone: 'error' })
  }

  return { ...runForm, preview, run, sending }
}
