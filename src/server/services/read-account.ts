import { listAdjustmentsOfStudent } from '#server/records/receipts/adjustments.ts'
import { listReceiptsOfStudent } from '#server/records/receipts/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { listAccountVouchers, listRepricings } from '#server/records/students/account.ts'

export async function readAccount(scope: Scope, rollNo: number) {
  return {
    vouchers: await listAccountVouchers(scope, rollNo),
    receipts: await listReceiptsOfStudent(scope, rollNo),
    repricings: await listRepricings(scope, rollNo),
    adjustments: (await listAdjustmentsOfStudent(scope, rollNo)).toReversed(),
  }
}
