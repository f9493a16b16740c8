import {
  addUser,
  campusHistory,
  changeOwnPassword,
  changeUserRole,
  disableUser,
  listUsers,
  resetPassword,
} from '#contract/users.ts'
import { countedAsTry } from '#server/http/counted-as-try.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { addUser as add } from './add-user.ts'
import { campusHistory as tellHistory } from './campus-history.ts'
import { changeOwnPassword as changeOwn } from './change-own-password.ts'
import { changeRole } from './change-role.ts'
import { disableUser as disable } from './disable-user.ts'
import { listUsers as list } from './list-users.ts'
import { resetPassword as reset } from './reset-password.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, listUsers, list)
  mount(app, deps, addUser, add)
  mount(app, deps, changeUserRole, changeRole)
  mount(app, deps, resetPassword, reset)
  mount(app, deps, disableUser, disable)
  mount(app, deps, changeOwnPassword, changeOwn, countedAsTry(deps, changeOwnPassword))
  mount(app, deps, campusHistory, tellHistory)
}
