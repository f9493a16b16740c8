import type { Act, ActName } from './office-acts.ts'
import type { SomeBooks } from './random-books.ts'

/** Acts with the values that matter; the others are the plainest. */
const act = (name: ActName, of: Partial<Act> = {}): Act => ({
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
  ...of,
})

const day = (after: number, ...acts: readonly Act[]) => ({ after, late: after > 10, acts: [...acts] })

/** Books in which every kind of act succeeds, so that no comparison depends on chance. */
export const everyAct: readonly SomeBooks[] = [
  {
    opening: -4000.5,
    days: [
      day(
        1,
        act('bill', { dueDay: '28' }),
        act('pay', { method: 'cheque' }),
        act('bill one', { rollNo: 2, ahead: 1 }),
      ),
      day(
        3,
        act('move', { rollNo: 2, studentClass: '4', section: 'Blue' }),
        act('return cheque'),
        act('pay', { rollNo: 3, share: 1.6, method: 'bank', daysBack: 1 }),
        act('transfer', { rollNo: 3 }),
        act('close'),
        act('reopen', { daysBack: 4 }),
      ),
      day(
        33,
        act('bill one', { rollNo: 4, ahead: 1 }),
        act('bill', { posts: false }),
        act('edit fees', { posts: false }),
        act('re-date'),
        act('change fee', { rollNo: 2, ahead: 1, share: 1.6 }),
        act('take back', { rollNo: 3 }),
        act('refund', { rollNo: 3, method: 'online' }),
        act('refund', { rollNo: 3 }),
        act('take back', { rollNo: 3 }),
      ),
      day(
        80,
        act('post', { ahead: -2 }),
        act('edit fees', { amount: 2000 }),
        act('pay', { share: 1, method: 'cheque', daysBack: 5 }),
        act('refund', { rollNo: 3 }),
        act('leave', { rollNo: 3, outcome: 'paid back' }),
        act('close', { daysBack: 4 }),
        act('correct receipt', { rollNo: 2, share: 0.4 }),
        act('change fee', { rollNo: 2, amount: 3200.5 }),
        act('change fee', { rollNo: 2, ahead: 1, amount: 100, share: 1 }),
      ),
      day(
        1,
        act('re-date', { dueDay: '28' }),
        act('charge', { rollNo: 2 }),
        act('mark paid', { rollNo: 2 }),
        act('pay', { rollNo: 4 }),
        act('bill one', { rollNo: 2, ahead: 1 }),
        act('post', { ahead: 1 }),
        act('edit fees', { rollNo: 2 }),
        act('pay', { rollNo: 2 }),
        act('edit fees', { rollNo: 2, posts: false }),
        act('edit fees', { rollNo: 2 }),
        act('move', { dueDay: '28' }),
      ),
    ],
  },
  {
    opening: 2500,
    days: [
      day(
        1,
        act('edit fees', { rollNo: 3, amount: 2500, share: 1.6 }),
        act('edit fees', { rollNo: 3, amount: 2500, share: 1 }),
        act('bill'),
        act('bill one', { rollNo: 4, ahead: -2 }),
        act('post', { ahead: -2 }),
        act('pay', { rollNo: 4, method: 'online' }),
      ),
      day(
        3,
        act('pay', { rollNo: 4, share: 1 }),
        act('advance', { rollNo: 4, method: 'card' }),
        act('bill one', { ahead: 1 }),
        act('change fee', { ahead: 1, amount: 3100 }),
        act('replace'),
        act('void'),
        act('bill', { ahead: 1, posts: false }),
        act('void run'),
        act('promote'),
      ),
      day(
        31,
        act('bill', { dueDay: '28' }),
        act('unpost'),
        act('move receipt', { rollNo: 4 }),
        act('correct', { rollNo: 2, amount: 99 }),
      ),
      day(
        16,
        act('post'),
        act('waive'),
        act('write off', { rollNo: 2 }),
        act('close'),
        act('graduate', { rollNo: 3, outcome: 'leaves owing' }),
      ),
      day(
        1,
        act('reopen', { daysBack: 4 }),
        act('leave', { rollNo: 4, daysBack: 1 }),
        act('replace', { rollNo: 2 }),
        act('edit fees', { amount: 500 }),
        act('edit fees', { amount: 900, posts: false }),
      ),
    ],
  },
  {
    opening: null,
    days: [
      // A paid month is owed again beneath a later one, as its cheque comes back.
      day(
        1,
        act('bill'),
        act('pay', { share: 1, method: 'cheque' }),
        act('bill one', { ahead: 1 }),
        act('post', { ahead: 1 }),
        act('return cheque'),
      ),
      // A month is paid before the previous one is generated.
      day(
        1,
        act('bill one', { rollNo: 2, ahead: 2 }),
        act('post', { ahead: 2 }),
        act('pay', { rollNo: 2, share: 1 }),
      ),
      day(
        3,
        act('bill one', { rollNo: 2, ahead: 1 }),
        act('post', { ahead: 1 }),
        act('correct receipt', { rollNo: 2, share: 1, method: 'bank' }),
      ),
    ],
  },
]
