import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { covers } from '#test/covers.ts'
import { expect, it } from 'vitest'

const guarded = allEndpoints.filter(({ access }) => access !== 'anyone')
const pathsOf = (isMeant: (endpoint: Endpoint) => boolean): string[] =>
  guarded
    .filter(isMeant)
    .map(({ path }) => path)
    .toSorted()

it('the read role may call what the report tabs need, and changes only its own password and second factor', () => {
  covers('decisions 2.access.read')

  expect(pathsOf(({ access }) => access === 'staff')).toEqual([
    '/admissions/exportAdmissionReport/:format/:dataType/:campus',
    '/admissions/exportStudentList/:format/:studentClass/:section/:campus',
    '/admissions/findStudents/:campus',
    '/admissions/getAdmissionReport/:dataType/:campus',
    '/admissions/getStudentList/:studentClass/:section/:campus',
    '/admissions/studentAccount/:rollNo/:campus',
    '/admissions/studentHistory/:rollNo/:campus',
    '/finances/adjustment/:campus/:adjustmentNo',
    '/finances/adjustments/:campus',
    '/finances/approvals/:campus',
    '/finances/bookClosings/:campus',
    '/finances/campusOverview/:campus/:month',
    '/finances/campusRules/:campus',
    '/finances/cashierClosing/:campus/:closingNo',
    '/finances/cashierClosings/:campus/:fromDate/:toDate',
    '/finances/checkIfVoucherNeedsToBePosted/:campus',
    '/finances/closingPreview/:campus/:until',
    '/finances/exportAgeing/:format/:campus',
    '/finances/exportCollection/:format/:campus',
    '/finances/exportConcessions/:format/:campus',
    '/finances/exportDayBook/:format/:campus',
    '/finances/exportExceptions/:format/:campus',
    '/finances/exportJournal/:format/:campus',
    '/finances/exportReceipts/:format/:type/:campus',
    '/finances/exportReceivedByHead/:format/:campus',
    '/finances/exportRollForward/:format/:campus',
    '/finances/exportVouchers/fee-record/:format/:type/:campus/:paidStatus',
    '/finances/exportVouchers/fee-vouchers/:format/:type/:campus/:paidStatus',
    '/finances/exportVouchers/net-receivables/:format/:type/:campus/:paidStatus',
    '/finances/exportVouchers/print-vouchers/:format/:type/:campus/:paidStatus',
    '/finances/getAgeing/:campus',
    '/finances/getAllVouchers/:type/:campus/:paidStatus',
    '/finances/getCollection/:campus',
    '/finances/getConcessions/:campus',
    '/finances/getDayBook/:campus',
    '/finances/getExceptions/:campus',
    '/finances/getJournal/:campus',
    '/finances/getReceipts/:type/:campus',
    '/finances/getReceivedByHead/:campus',
    '/finances/getRollForward/:campus',
    '/finances/receiptsOfDay/:campus/:receivedDate',
    '/finances/receivedByState/:campus',
    '/finances/safe/:campus',
    '/finances/voucherRuns/:campus',
    '/finances/waitingApprovals/:campus',
    '/users/addPasskey',
    '/users/beginPasskey',
    '/users/changePassword',
    '/users/confirm',
    '/users/endSessions',
    '/users/removePasskey',
    '/users/renewRecoveryCodes',
    '/users/secondFactor',
    '/users/session',
    '/users/sessions',
    '/users/setUpApp',
    '/users/turnOffSecondFactor',
  ])
  expect(pathsOf(({ access, effect }) => access === 'staff' && effect !== 'reads')).toEqual([
    '/users/addPasskey',
    '/users/beginPasskey',
    '/users/changePassword',
    '/users/confirm',
    '/users/endSessions',
    '/users/removePasskey',
    '/users/renewRecoveryCodes',
    '/users/setUpApp',
    '/users/turnOffSecondFactor',
  ])
})

it('only an admin manages users, closes the books, brings in files, erases personal data and reads the whole history', () => {
  expect(pathsOf(({ access }) => access === 'admin')).toEqual([
    '/admissions/erasableRecords/:campus',
    '/admissions/eraseRecords/:campus',
    '/admissions/personalData/:campus/:rollNo',
    '/finances/closeBooks/:campus',
    '/finances/reopenBooks/:campus',
    '/finances/saveCampusRules/:campus',
    '/imports/apply/:campus/:importNo',
    '/imports/check/:campus/:importNo',
    '/imports/fix/:campus/:importNo',
    '/imports/list/:campus',
    '/imports/one/:campus/:importNo',
    '/imports/refused/:campus/:importNo',
    '/imports/rows/:campus/:importNo',
    '/imports/rows/:campus/:importNo/:outcome',
    '/imports/start/:campus',
    '/imports/template/:campus/:what',
    '/users/add/:campus',
    '/users/backupStatus/:campus',
    '/users/changeRights/:campus/:userId',
    '/users/changeRole/:campus/:userId',
    '/users/disable/:campus/:userId',
    '/users/endSessionsOf/:campus/:userId',
    '/users/exportSecurityLog/:format/:campus',
    '/users/getSecurityLog/:campus',
    '/users/history/:campus',
    '/users/list/:campus',
    '/users/makePasswordLink/:campus/:userId',
    '/users/resetPassword/:campus/:userId',
    '/users/resetSecondFactor/:campus/:userId',
    '/users/securityAlerts/:campus',
    '/users/sessionsOf/:campus/:userId',
    '/users/untrustedProxies',
  ])
})

it('asks for the password again before users, roles, passwords, second factors, closing, rules, approvals, imports and erasure', () => {
  covers('security accounts.confirmation')

  expect(pathsOf(({ confirmed }) => confirmed === true)).toEqual([
    '/admissions/eraseRecords/:campus',
    '/finances/approve/:campus/:requestNo',
    '/finances/closeBooks/:campus',
    '/finances/reopenBooks/:campus',
    '/finances/saveCampusRules/:campus',
    '/imports/apply/:campus/:importNo',
    '/users/add/:campus',
    '/users/addPasskey',
    '/users/beginPasskey',
    '/users/changeRights/:campus/:userId',
    '/users/changeRole/:campus/:userId',
    '/users/disable/:campus/:userId',
    '/users/makePasswordLink/:campus/:userId',
    '/users/removePasskey',
    '/users/renewRecoveryCodes',
    '/users/resetPassword/:campus/:userId',
    '/users/resetSecondFactor/:campus/:userId',
    '/users/setUpApp',
    '/users/turnOffSecondFactor',
  ])
})
