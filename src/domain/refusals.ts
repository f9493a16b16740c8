interface Words {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429
  readonly msg: string
}

/** The status and message of every refusal, in the words of the specification if any; a fact replaces `{name}`. */
export const refusals = {
  'signed-out': { status: 401, msg: 'Please sign in' },
  'invalid-credentials': { status: 401, msg: 'Invalid credentials' },
  'too-many-tries': { status: 429, msg: 'Too many attempts. Please wait a moment and try again.' },
  'factor-needed': { status: 401, msg: 'Enter the code of your authenticator app' },
  'factor-ended': { status: 401, msg: 'This sign-in has ended. Please enter your password again.' },
  'factor-missing': {
    status: 403,
    msg: 'Admins of this campus sign in with a second factor. Please set it up.',
  },
  'factor-required': { status: 409, msg: 'Your role signs in with a second factor at this campus' },
  'no-factor': { status: 409, msg: 'No second factor is set up' },
  'own-factor': { status: 403, msg: 'Another admin resets your second factor' },
  'passkey-unknown': { status: 404, msg: 'There is no such passkey' },
  'passkey-exists': { status: 409, msg: 'This passkey was added already' },
  'passkey-ended': { status: 409, msg: 'Adding the passkey took too long. Please try again.' },
  'no-passkeys-here': { status: 409, msg: 'Passkeys do not work at this address' },
  'reports-running': {
    status: 429,
    msg: 'Another report of yours is still being prepared. Try again when it is done.',
  },
  'reports-waiting': {
    status: 429,
    msg: 'Many reports are being prepared at the moment. Please try again in a minute.',
  },
  'too-many-calls': { status: 429, msg: 'Too much is under way at once. Please try again in a moment.' },
  'not-allowed': { status: 403, msg: 'Your role does not allow this' },
  'no-right': { status: 403, msg: 'Your account does not have the right to do this' },
  'choose-password': { status: 403, msg: 'Choose a password of your own first' },
  'confirmation-needed': { status: 403, msg: 'Enter your password to go on' },
  'other-campus': { status: 403, msg: 'This belongs to another campus' },
  'cross-site': { status: 403, msg: 'This request came from another site' },
  'key-reused': { status: 409, msg: 'This form was already sent with different content' },
  'not-found': { status: 404, msg: 'Nothing was found at this address' },
  'student-unknown': { status: 404, msg: 'Student does not exist' },
  'student-graduated': { status: 409, msg: 'Student has graduated' },
  'student-left': { status: 409, msg: 'Student has left' },
  'no-vouchers': { status: 404, msg: 'No vouchers found' },
  'voucher-exists': { status: 409, msg: 'Voucher already exists for this month' },
  'voucher-not-posted': { status: 409, msg: 'Voucher not posted' },
  'voucher-already-paid': { status: 409, msg: 'Voucher already paid' },
  'voucher-charges-nothing': { status: 409, msg: 'An opening balance charges nothing' },
  'pay-the-voucher': { status: 409, msg: 'This voucher is still to be paid' },
  'voucher-carried': { status: 409, msg: 'Voucher carried forward' },
  'voucher-replaced': { status: 409, msg: 'Voucher was replaced' },
  'voucher-not-latest': { status: 409, msg: 'A later voucher includes this one' },
  'voucher-voided': { status: 409, msg: 'Voucher was voided' },
  'voucher-not-voidable': { status: 409, msg: 'This voucher cannot be voided: {reason}' },
  'run-unknown': { status: 404, msg: 'There is no such run' },
  'run-changed': { status: 409, msg: 'The vouchers of this run have changed. Please check again.' },
  'run-not-voidable': { status: 409, msg: 'Some vouchers of this run cannot be voided' },
  'nothing-to-void': { status: 409, msg: 'No voucher of this run is left to void' },
  'nothing-to-redate': { status: 409, msg: 'No voucher of this run is unpaid' },
  'balance-changed': { status: 409, msg: 'Balance has changed' },
  'balances-changed': { status: 409, msg: 'Balances have changed. Please check again.' },
  'day-closed': { status: 409, msg: 'The books are closed up to {closedUntil}' },
  'nothing-closed': { status: 409, msg: 'No day is closed' },
  'record-changed': { status: 409, msg: 'This record has changed. Please check it again.' },
  'fee-plan-changed': { status: 409, msg: 'The fee plan has changed. Please check it again.' },
  'nothing-to-post': { status: 404, msg: 'No unposted vouchers found for the selected month.' },
  'nothing-to-unpost': { status: 404, msg: 'No posted vouchers found for the selected month.' },
  'approval-needed': { status: 409, msg: 'Another person has to approve this' },
  'no-approval-needed': { status: 409, msg: 'This needs no approval' },
  'approval-requested': { status: 409, msg: 'This already waits for approval as request {requestNo}' },
  'request-unknown': { status: 404, msg: 'There is no such request' },
  'request-decided': { status: 409, msg: 'This request was decided already' },
  'own-request': { status: 403, msg: 'Another person has to approve what you asked for' },
  'request-of-other': { status: 403, msg: 'Only the person who asked can withdraw a request' },
  'asker-gone': {
    status: 409,
    msg: 'The person who asked for this may no longer do it: decline the request',
  },
  'user-exists': { status: 409, msg: 'This user id is taken' },
  'user-unknown': { status: 404, msg: 'There is no such user' },
  'last-admin': { status: 409, msg: 'A campus needs at least one admin who can sign in' },
  'user-disabled': { status: 409, msg: 'This user is disabled. Enable the account first.' },
  'link-unknown': {
    status: 404,
    msg: 'This link does not work any more. Ask an admin of your campus for a new one.',
  },
  'session-unknown': { status: 404, msg: 'This device is signed out already' },
  'no-receipts': { status: 404, msg: 'No receipts found' },
  'receipt-reversed': { status: 409, msg: 'This receipt was reversed already' },
  'no-cheque': { status: 409, msg: 'This receipt is not of a cheque' },
  'no-advance': { status: 409, msg: 'Nothing was paid in advance' },
  'adjustment-unknown': { status: 404, msg: 'There is no such adjustment' },
  'adjustment-taken-back': { status: 409, msg: 'This adjustment was taken back already' },
  'adjustment-of-receipt': {
    status: 409,
    msg: 'This adjustment follows a receipt. Receive the amount again instead.',
  },
  'count-again': {
    status: 409,
    msg: 'The count differs from what is expected. Please count again.',
  },
  'nothing-to-close': { status: 409, msg: 'Nothing was entered since the last closing' },
  'closing-unknown': { status: 404, msg: 'There is no such closing' },
  'closing-accepted': { status: 409, msg: 'This closing was accepted already' },
  'accept-by-other': { status: 409, msg: 'Another user accepts the cash of your drawer' },
  'not-in-safe': { status: 409, msg: 'There is less cash in the safe' },
  'no-entries': { status: 404, msg: 'No entries found' },
  'no-students': { status: 404, msg: 'No student found' },
  'nobody-to-charge': { status: 404, msg: 'No student found' },
  'students-changed': { status: 409, msg: 'The students of this class have changed. Please check again.' },
  'fees-pending': { status: 409, msg: 'Fee payment is pending' },
  'nothing-due': { status: 409, msg: 'Nothing is due' },
  'no-changes': { status: 409, msg: 'No changes made' },
  'class-10-graduates': {
    status: 409,
    msg: "You can't promote class 10 to next class. Please use graduation page instead.",
  },
  'already-promoted': {
    status: 409,
    msg: 'Process failed because class {studentClass} was already promoted',
  },
  'class-empty': { status: 409, msg: 'Process failed because class {studentClass} has no students' },
  'import-unknown': { status: 404, msg: 'There is no such import' },
  'import-ended': {
    status: 409,
    msg: 'This import has ended. Please bring the file in again.',
  },
  'import-unchecked': { status: 409, msg: 'Please check the file first' },
  'import-refused': {
    status: 409,
    msg: 'Some rows are refused. Please correct them or leave them out.',
  },
  'import-changed': {
    status: 409,
    msg: 'The plan is not the one that you saw. Nothing was written; please check again.',
  },
  'erasure-off': {
    status: 409,
    msg: 'This campus keeps personal data for ever. An admin can set a time in its rules.',
  },
  'record-kept': { status: 409, msg: 'Nothing was erased. Roll number {rollNo}: {why}' },
  invalid: { status: 400, msg: 'Please correct the marked fields' },
} as const satisfies Readonly<Record<string, Words>>

export type RefusalCode = keyof typeof refusals

/** The message if required fields are empty (spec 8.forms). */
export const fillAllFields = 'Please fill all the fields'
/** The message of an internal error; details are in the log only (decisions 2.status.500). */
export const somethingBroke = 'An error occurred'
/** The message if other work has locked the records for seconds. */
export const recordsLocked = 'These records are in use by other work. Please try again in a moment.'
export const tookTooLong = 'This took too long and was stopped. Nothing was changed.'
export const diskFull = "The server's disk is full. Nothing was saved. Please tell your IT person."
export const diskFailed =
  'The server could not write to its disk. Nothing was saved. Please tell your IT person.'
export const notReady = 'The server is not ready. Please try again in a moment.'
