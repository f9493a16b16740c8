import { checkRemoval, promoteClass, promotionPreview, removeStudent } from '#contract/leaving.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { previewPromotion, promoteClass as promote } from './promote-class.ts'
import { checkRemoval as check, removeStudent as remove } from './remove-student.ts'

export function leavingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, promotionPreview, previewPromotion)
  mount(app, deps, promoteClass, promote)
  mount(app, deps, checkRemoval, check)
  mount(app, deps, removeStudent, remove)
}
