import { campusPreview, generateForCampus } from '#contract/vouchers.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { monthAsked, useRunForm } from './use-run-form.ts'

export type Preview = Reply<typeof campusPreview>

/** A campus run from its dates to its outcome (spec §5 Voucher generation, §8). */
export function useCampusRun() {
  const { campus } = useStaff()
  const { form, errors, change, clear, markMissing, sayWhy } = useRunForm('generate-campus')
  const first = monthAsked(form.fromDate)
  const preview = useCall(
    keys.campusPreview(campus, first),
    campusPreview,
    { params: { campus, fromDate: first } },
    { enabled: first !== '' },
  )
  const { send, sending } = useChange(generateForCampus)
  const alert = useAlert()

  /** True where the vouchers were generated. */
  async function run(): Promise<boolean> {
    try {
      const { generated, skipped } = await send({ params: { campus }, body: form })
      clear()
      await alert('Vouchers generated successfully', {
        detail: `${generated} generated, ${skipped} skipped.`,
      })
      return true
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await refused(error)
      return false
    }
  }

  async function refused(failure: CallFailed) {
    if (failure.code !== 'voucher-exists') return sayWhy(failure)
    void preview.refetch()
    await alert('Voucher already exists for this month', { tone: 'error' })
  }

  return { form, errors, change, clear, preview, markMissing, run, sending }
}
