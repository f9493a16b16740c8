import type {
  lastRollNumber as lastRollNumberEndpoint,
  studentInfo as endpoint,
} from '#contract/admissions.ts'
import type { VoucherOnWire } from '#contract/vouchers.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'
import { feesOnWire, recordVersion, studentOnWire } from '#server/http/student-on-wire.ts'

/** An active student's record with the monthly fee and the one-time fees that wait or stand on an unpaid latest voucher. */
export async function findStudent({ params, records, staff }: Call<typeof endpoint>) {
  const atHand = (await records.studentAtHand.find(params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const { fees, latest, openVoucher } = atHand
  const student = orThrow(requireActive(atHand.student))
  return {
    msg: 'Student info fetched successfully' as const,
    data: {
      studentData: studentOnWire(student, staff.campus),
      recordVersion: recordVersion(student),
      monthlyFeeData: feesOnWire(student, fees, latest),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by the reply's own schema on its way out
      openVoucher: openVoucher as VoucherOnWire | null,
    },
  }
}

/** The last roll number given out; the form shows the one after it as a forecast (decisions 4.roll-numbers.forecast). */
export async function tellLastRollNumber({ records }: Call<typeof lastRollNumberEndpoint>) {
  return { msg: 'Last roll number fetched', lastRollNumber: await records.counters.last('roll number') }
}
