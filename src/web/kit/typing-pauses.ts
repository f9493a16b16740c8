/** The pauses that end a typed text, in milliseconds. Tests shorten them. */
export const typingPauses = {
  /** Before a roll or voucher number is looked up (spec 9.constants.look-up-at-counter). */
  number: 500,
  /** Before names are searched: short enough to feel immediate. */
  name: 150,
  /** Before receipts with the same reference are looked up. */
  reference: 300,
  /** Before a warning says that a line of the record looks incomplete. */
  record: 500,
  /** A hand cannot press Enter twice within this time; a scanner that sends two line ends does. */
  betweenEnters: 30,
}
