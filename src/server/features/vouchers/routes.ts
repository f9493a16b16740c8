import {
  campusPreview,
  generateForCampus,
  postedVouchers,
  postMonth,
  unpostedVouchers,
  unpostMonth,
  vouchersToPost,
} from '#contract/vouchers.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { generateForCampus as generate, previewForCampus } from './generate-for-campus.ts'
import {
  listMonthsToPost,
  listPosted,
  listUnposted,
  postMonth as post,
  unpostMonth as unpost,
} from './post-month.ts'

export function voucherRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, campusPreview, previewForCampus)
  mount(app, deps, generateForCampus, generate)
  mount(app, deps, unpostedVouchers, listUnposted)
  mount(app, deps, postedVouchers, listPosted)
  mount(app, deps, postMonth, post)
  mount(app, deps, unpostMonth, unpost)
  mount(app, deps, vouchersToPost, listMonthsToPost)
}
