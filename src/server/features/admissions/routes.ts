import {
  admitStudent,
  changeFee,
  editFees,
  editStudent,
  feeChanges,
  lastRollNumber,
  studentInfo,
} from '#contract/admissions.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { admitStudent as admit } from './admit-student.ts'
import { changeFee as change, listFeeChanges } from './change-fee.ts'
import { editFees as setFees } from './edit-fees.ts'
import { editStudent as edit } from './edit-student.ts'
import { findStudent, tellLastRollNumber } from './find-student.ts'

export function admissionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, lastRollNumber, tellLastRollNumber)
  mount(app, deps, admitStudent, admit)
  mount(app, deps, studentInfo, findStudent)
  mount(app, deps, editStudent, edit)
  mount(app, deps, editFees, setFees)
  mount(app, deps, changeFee, change)
  mount(app, deps, feeChanges, listFeeChanges)
}
