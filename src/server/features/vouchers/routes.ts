import { generateForStudent, studentVoucherPreview, vouchersOfStudent } from '#contract/student-vouchers.ts'
import { addAdditionalCharges, additionalChargesPreview } from '#contract/charges.ts'
import {
  campusPreview,
  generateForCampus,
  postedVouchers,
  postMonth,
  unpostedVouchers,
  unpostMonth,
  vouchersToPost,
  vouchersToUnpost,
} from '#contract/vouchers.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { addCharges, previewCharges } from './add-charges.ts'
import { generateForCampus as generate, previewForCampus } from './generate-for-campus.ts'
import { generateForStudent as generateOne, previewForStudent } from './generate-for-student.ts'
import {
  listMonthsToPost,
  listMonthsToUnpost,
  listPosted,
  listUnposted,
  postMonth as post,
  unpostMonth as unpost,
} from './post-month.ts'
import { vouchersOfStudent as listOfStudent } from './vouchers-of-student.ts'

export function voucherRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, campusPreview, previewForCampus)
  mount(app, deps, generateForCampus, generate)
  mount(app, deps, studentVoucherPreview, previewForStudent)
  mount(app, deps, generateForStudent, generateOne)
  mount(app, deps, vouchersOfStudent, listOfStudent)
  mount(app, deps, unpostedVouchers, listUnposted)
  mount(app, deps, postedVouchers, listPosted)
  mount(app, deps, postMonth, post)
  mount(app, deps, unpostMonth, unpost)
  mount(app, deps, vouchersToPost, listMonthsToPost)
  mount(app, deps, addAdditionalCharges, addCharges)
  mount(app, deps, additionalChargesPreview, previewCharges)
  mount(app, deps, vouchersToUnpost, listMonthsToUnpost)
}
