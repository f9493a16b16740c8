import {
  admissionReport,
  findStudents,
  studentAccount,
  studentHistory,
  studentList,
} from '#contract/students.ts'
import { mount, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { admissionReport as reportAdmissions } from './admission-report.ts'
import { findStudents as find } from './find-students.ts'
import { studentAccount as tellAccount } from './student-account.ts'
import { studentHistory as tellHistory } from './student-history.ts'
import { studentList as listStudents } from './student-list.ts'

export function studentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, findStudents, find)
  mount(app, deps, studentList, listStudents)
  mount(app, deps, admissionReport, reportAdmissions)
  mount(app, deps, studentAccount, tellAccount)
  mount(app, deps, studentHistory, tellHistory)
}
