/** Parts of screens that are loaded when they are opened, such as dialogs; after the sign-in they load while the page is idle. */
export const partsOnDemand: readonly (() => Promise<unknown>)[] = [
  () => import('#web/ui/popups.tsx'),
  () => import('#web/ui/date-picker.tsx'),
  () => import('#web/kit/confirmation-dialog.tsx'),
  () => import('#web/kit/student-peek.tsx'),
  () => import('#web/kit/adjusting/debt-dialog.tsx'),
  () => import('#web/kit/adjusting/receipt-dialogs.tsx'),
  () => import('#web/kit/adjusting/refund-dialog.tsx'),
  () => import('#web/kit/adjusting/transfer-dialog.tsx'),
  () => import('#web/kit/adjusting/void-voucher-dialog.tsx'),
  () => import('#web/features/print-vouchers/printed-vouchers.tsx'),
  () => import('#web/features/promotion/mark-paid-dialog.tsx'),
  () => import('#web/features/imports/open-import.tsx'),
  () => import('#files/read-sheets.ts'),
  () => import('#web/features/users/devices-dialog.tsx'),
  () => import('#web/features/users/rights-dialog.tsx'),
]
