import type {
  addAdditionalCharges as endpoint,
  additionalChargesPreview as previewEndpoint,
} from '#contract/charges.ts'
import { refusals } from '#contract/refusals.ts'
import { monthOf } from '#domain/calendar.ts'
import { requireCharge, requireInClass, whomToCharge, type Charged } from '#domain/charges.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'

type Asked = Pick<Call<typeof previewEndpoint>, 'body' | 'records'>

/** Whom the charge is for; a single student must be at school, and in the class and section given beside. */
async function findCharged({ body, records }: Asked): Promise<Charged> {
  const whom = orThrow(whomToCharge(body))
  if ('rollNo' in whom) {
    orThrow(requireInClass(orThrow(requireActive(await records.students.find(whom.rollNo))), body))
  }
  return whom
}

/** Puts an examination fee on the voucher in hand of each student, else on what waits for the next one (spec 5.charges, decisions 3.fees.charges). */
export async function addCharges(call: Call<typeof endpoint>) {
  const { body, records, today } = call
  const whom = await findCharged(call)
  const { students, mostAlready } = await records.charges.sums(whom, monthOf(today))
  if (students === 0) return orThrow(refuse('nobody-to-charge'))
  if (body.expectedStudents !== undefined && body.expectedStudents !== students) {
    return orThrow(refuse('students-changed', { students }))
  }
  const examinationFee = orThrow(requireCharge(body.examinationFee, mostAlready))
  const done = await records.charges.add(whom, monthOf(today), { examinationFee, note: body.note })
  return { msg: 'Successfully added additional charges' as const, ...done }
}

/** For how many students a charge would be and where it would go; none of a class is an answer, not a failure. */
export async function previewCharges(call: Call<typeof previewEndpoint>) {
  const whom = await findCharged(call)
  const sums = await call.records.charges.sums(whom, monthOf(call.today))
  const { students, onVouchers, chargedAlready } = sums
  return {
    msg: students === 0 ? refusals['nobody-to-charge'].msg : 'Students to be charged',
    students,
    onVouchers,
    waiting: students - onVouchers,
    chargedAlready,
  }
}
