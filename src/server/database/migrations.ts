import { school } from '#server/database/migrations/0001-school.ts'
import { arrearsAndDatedFees } from '#server/database/migrations/0002-arrears-and-dated-fees.ts'
import { latestVouchers } from '#server/database/migrations/0003-latest-vouchers.ts'
import { dashboardFigures } from '#server/database/migrations/0004-dashboard-figures.ts'
import { familyKeys } from '#server/database/migrations/0005-family-keys.ts'
import { narrowerDashboardIndexes } from '#server/database/migrations/0006-narrower-dashboard-indexes.ts'
import { paymentMethodColumns } from '#server/database/migrations/0007-payment-methods.ts'
import { voucherRuns } from '#server/database/migrations/0008-voucher-runs.ts'
import { closedDays } from '#server/database/migrations/0009-closed-days.ts'
import { adjustments } from '#server/database/migrations/0010-adjustments.ts'
import { twoPersons } from '#server/database/migrations/0011-two-persons.ts'
import { cashierClose } from '#server/database/migrations/0012-cashier-close.ts'
import { bookHashes } from '#server/database/migrations/0013-book-hashes.ts'
import { monthsOwed } from '#server/database/migrations/0014-months-owed.ts'
import { backupLog } from '#server/database/migrations/0015-backup-log.ts'
import { knownDevices } from '#server/database/migrations/0016-known-devices.ts'
import { securityLog } from '#server/database/migrations/0017-security-log.ts'
import { passwordsAndLinks } from '#server/database/migrations/0018-passwords-and-links.ts'
import { secondFactor } from '#server/database/migrations/0019-second-factor.ts'
import { erasure } from '#server/database/migrations/0020-erasure.ts'
import { answersOnce } from '#server/database/migrations/0021-answers-once.ts'
import { movingIn } from '#server/database/migrations/0022-moving-in.ts'
import { feePlan } from '#server/database/migrations/0023-fee-plan.ts'
import { debts } from '#server/database/migrations/0024-debts.ts'
import { triesOfKnownDevices } from '#server/database/migrations/0025-tries-of-known-devices.ts'
import { postingsInHistory } from '#server/database/migrations/0026-postings-in-history.ts'
import { incompleteRecords } from '#server/database/migrations/0027-incomplete-records.ts'
import { limitedTemporaryData } from '#server/database/migrations/0028-bounded-working-papers.ts'
import { debtsByMonth } from '#server/database/migrations/0029-debts-by-month.ts'
import { noFormerPasswords } from '#server/database/migrations/0030-no-former-passwords.ts'
import { wholeImports } from '#server/database/migrations/0031-whole-imports.ts'
import { cashDrawerRule } from '#server/database/migrations/0032-cash-drawer-rule.ts'

/** Every migration in order; forward only. */
export const allMigrations = [
  school,
  arrearsAndDatedFees,
  latestVouchers,
  dashboardFigures,
  familyKeys,
  narrowerDashboardIndexes,
  paymentMethodColumns,
  voucherRuns,
  closedDays,
  adjustments,
  twoPersons,
  cashierClose,
  bookHashes,
  monthsOwed,
  backupLog,
  knownDevices,
  securityLog,
  passwordsAndLinks,
  secondFactor,
  erasure,
  answersOnce,
  movingIn,
  feePlan,
  debts,
  triesOfKnownDevices,
  postingsInHistory,
  incompleteRecords,
  limitedTemporaryData,
  debtsByMonth,
  noFormerPasswords,
  wholeImports,
  cashDrawerRule,
]
