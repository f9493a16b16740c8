import {
  exportAdmissionReport,
  exportReceipts,
  exportStudentList,
  exportVouchers,
} from '#contract/exports.ts'
import type { Deps } from '#server/http/mount.ts'
import { mountFile } from '#server/http/mount-file.ts'
import type { FastifyInstance } from 'fastify'
import { exportAdmissionReport as writeAdmissions } from './export-admission-report.ts'
import { exportReceipts as writeReceipts } from './export-receipts.ts'
import { exportStudentList as writeStudents } from './export-student-list.ts'
import { exportVouchers as writeVouchers } from './export-vouchers.ts'

export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  mountFile(app, deps, exportVouchers, writeVouchers)
  mountFile(app, deps, exportReceipts, writeReceipts)
  mountFile(app, deps, exportStudentList, writeStudents)
  mountFile(app, deps, exportAdmissionReport, writeAdmissions)
}
