import type { closingPreview as endpoint } from '#contract/closed-days.ts'
import type { CallContext } from '#server/http/call.ts'
import { sumDrafts } from '#server/records/debtors.ts'
import { figuresUntil } from '#server/services/closing-figures.ts'

/** The figures that closing up to a day would file, and the drafts among them; refuses a day that cannot be closed. */
export async function closingPreview({ params, scope }: CallContext<typeof endpoint>) {
  const { figures } = await figuresUntil(scope, params.until)
  return { msg: 'Figures fetched', figures, drafts: await sumDrafts(scope, params.until) }
}
