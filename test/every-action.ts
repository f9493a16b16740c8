import type { Action, ActionName } from './office-acts.ts'
import type { RandomBooks } from './random-books.ts'

/** Builds an action; omitted values get defaults. */
const action = (name: ActionName, overrides: Partial<Action> = {}): Action => ({
  name,
  rollNo: 1,
  amount: 1250.5,
  share: 0.4,
  ahead: 0,
  dueDay: '10',
  posts: true,
  method: 'cash',
  daysBack: 0,
  studentClass: '5',
  section: 'Red',
  outcome: 'written off',
  ...overrides,
})

const day = (daysLater: number, ...actions: Action[]) => ({ daysLater, isEvening: daysLater > 10, actions })

/** Books in which every kind of action succeeds, so that no comparison depends on chance. */
export const everyAction: readonly RandomBooks[] = [
  {
    opening: -4000.5,
    days: [
      day(
        1,
        action('generate run', { dueDay: '28' }),
        action('pay', { method: 'cheque' }),
        action('generate voucher', { rollNo: 2, ahead: 1 }),
      ),
      day(
        3,
        action('change class', { rollNo: 2, studentClass: '4', section: 'Blue' }),
        action('return cheque'),
        action('pay', { rollNo: 3, share: 1.6, method: 'bank', daysBack: 1 }),
        action('transfer', { rollNo: 3 }),
        action('close'),
        action('reopen', { daysBack: 4 }),
      ),
      day(
        33,
        action('generate voucher', { rollNo: 4, ahead: 1 }),
        action('generate run', { posts: false }),
        action('edit fees', { posts: false }),
        action('change due date'),
        action('change fee', { rollNo: 2, ahead: 1, share: 1.6 }),
        action('reverse adjustment', { rollNo: 3 }),
        action('refund', { rollNo: 3, method: 'online' }),
        action('refund', { rollNo: 3 }),
        action('reverse adjustment', { rollNo: 3 }),
      ),
      day(
        80,
        action('post', { ahead: -2 }),
        action('edit fees', { amount: 2000 }),
        action('pay', { share: 1, method: 'cheque', daysBack: 5 }),
        action('refund', { rollNo: 3 }),
        action('leave', { rollNo: 3, outcome: 'paid back' }),
        action('close', { daysBack: 4 }),
        action('correct receipt', { rollNo: 2, share: 0.4 }),
        action('change fee', { rollNo: 2, amount: 3200.5 }),
        action('change fee', { rollNo: 2, ahead: 1, amount: 100, share: 1 }),
      ),
      day(
        1,
        action('change due date', { dueDay: '28' }),
        action('charge', { rollNo: 2 }),
        action('mark paid', { rollNo: 2 }),
        action('pay', { rollNo: 4 }),
        action('generate voucher', { rollNo: 2, ahead: 1 }),
        action('post', { ahead: 1 }),
        action('edit fees', { rollNo: 2 }),
        action('pay', { rollNo: 2 }),
        action('edit fees', { rollNo: 2, posts: false }),
        action('edit fees', { rollNo: 2 }),
        action('change class', { dueDay: '28' }),
      ),
    ],
  },
  {
    opening: 2500,
    days: [
      day(
        1,
        action('edit fees', { rollNo: 3, amount: 2500, share: 1.6 }),
        action('edit fees', { rollNo: 3, amount: 2500, share: 1 }),
        action('generate run'),
        action('generate voucher', { rollNo: 4, ahead: -2 }),
        action('post', { ahead: -2 }),
        action('pay', { rollNo: 4, method: 'online' }),
      ),
      day(
        3,
        action('pay', { rollNo: 4, share: 1 }),
        action('advance', { rollNo: 4, method: 'card' }),
        action('generate voucher', { ahead: 1 }),
        action('change fee', { ahead: 1, amount: 3100 }),
        action('replace'),
        action('void'),
        action('generate run', { ahead: 1, posts: false }),
        action('void run'),
        action('promote'),
      ),
      day(
        31,
        action('generate run', { dueDay: '28' }),
        action('unpost'),
        action('move receipt', { rollNo: 4 }),
        action('correct', { rollNo: 2, amount: 99 }),
      ),
      day(
        16,
        action('post'),
        action('waive'),
        action('write off', { rollNo: 2 }),
        action('close'),
        action('graduate', { rollNo: 3, outcome: 'leaves owing' }),
      ),
      day(
        1,
        action('reopen', { daysBack: 4 }),
        action('leave', { rollNo: 4, daysBack: 1 }),
        action('replace', { rollNo: 2 }),
        action('edit fees', { amount: 500 }),
        action('edit fees', { amount: 900, posts: false }),
      ),
    ],
  },
  {
    opening: null,
    days: [
      // A paid month becomes due again although a later month was posted, because its cheque is returned.
      day(
        1,
        action('generate run'),
        action('pay', { share: 1, method: 'cheque' }),
        action('generate voucher', { ahead: 1 }),
        action('post', { ahead: 1 }),
        action('return cheque'),
      ),
      // A month is paid before the previous one is generated.
      day(
        1,
        action('generate voucher', { rollNo: 2, ahead: 2 }),
        action('post', { ahead: 2 }),
        action('pay', { rollNo: 2, share: 1 }),
      ),
      day(
        3,
        action('generate voucher', { rollNo: 2, ahead: 1 }),
        action('post', { ahead: 1 }),
        action('correct receipt', { rollNo: 2, share: 1, method: 'bank' }),
      ),
    ],
  },
]
