/** The pauses that tell one typed text or key from the next, in milliseconds. Tests shorten them. */
export const typingPauses = {
  /** A roll or voucher number is looked up (spec 9.constants.look-up-at-counter). */
  number: 500,
  /** Names are searched: so short that it feels immediate. */
  name: 150,
  /** Receipts with the same reference are looked up. */
  reference: 300,
  /** A warning says that a line of a student's record looks incomplete. */
  record: 500,
  /** No hand presses Enter twice within this time; a scanner that ends a number with two line ends does. */
  betweenEnters: 30,
}
