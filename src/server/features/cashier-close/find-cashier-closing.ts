import type { findCashierClosing as endpoint } from '#contract/cashier-close.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findClosing } from '#server/records/cashier-closings.ts'
import { listCheques, listOfClosedDrawers, sumDrawer } from '#server/records/drawers.ts'
import { splitSums } from '#server/services/drawer-range.ts'

/** A closing with all that its slip shows; read again from its range, whose rows never change. */
export async function findCashierClosing({ params, scope }: CallContext<typeof endpoint>) {
  const found = (await findClosing(scope, params.closingNo)) ?? orThrow(refuse('closing-unknown'))
  const range = {
    drawer: found.drawer,
    receipts: { after: found.afterReceipt, upTo: found.upToReceipt },
    adjustments: { after: found.afterAdjustment, upTo: found.upToAdjustment },
  }
  const closing = {
    ...splitSums(await sumDrawer(scope, range)),
    ...found,
    cheques: await listCheques(scope, range),
    ofClosedDrawers: await listOfClosedDrawers(scope, range),
  }
  return { msg: 'Closing fetched', closing }
}
