import { expect, test } from 'vitest'
import { day } from '#test/builders.ts'
import {
  eventWords,
  longestWords,
  securityKinds,
  securityKindWords,
  type SecurityEvent,
} from './security-event.ts'

const cases: readonly (readonly [SecurityEvent, string])[] = [
  [{ kind: 'signed in' }, 'Signed in'],
  [{ kind: 'signed in', factor: 'code' }, 'Signed in with an authenticator app'],
  [{ kind: 'signed in', factor: 'recovery code' }, 'Signed in with a recovery code'],
  [{ kind: 'second factor asked' }, 'Password right, second factor asked for'],
  [{ kind: 'sign-in failed', why: 'wrong second factor' }, 'Sign-in failed, wrong second factor'],
  [{ kind: 'sign-in failed', why: 'wrong password' }, 'Sign-in failed, wrong password'],
  [{ kind: 'sign-in slowed', seconds: 1 }, 'Sign-in delayed by 1 second after too many attempts'],
  [{ kind: 'password refused' }, 'Wrong password of a signed-in user'],
  [{ kind: 'signed out' }, 'Signed out'],
  [
    { kind: 'refused', call: 'Add a user to the campus', why: 'Your role does not allow this' },
    'Refused: Add a user to the campus. Your role does not allow this',
  ],
  [
    { kind: 'exported', report: 'Fee record', format: 'xlsx', rows: 206 },
    'Saved Fee record as Excel, 206 rows',
  ],
  [{ kind: 'record read', record: 'student', number: '1023' }, 'Read the record of student 1023'],
  [{ kind: 'record read', record: 'voucher', number: '5Red1adm' }, 'Looked up voucher 5Red1adm'],
  [{ kind: 'log read' }, 'Read this security log'],
  [{ kind: 'user changed', change: 'user added', of: 'a@main.test' }, 'User added: a@main.test'],
  [{ kind: 'records erased', children: 2 }, 'Erased the personal data of 2 children who left'],
  [{ kind: 'rules changed' }, 'Campus settings changed'],
  [{ kind: 'books closed', closedUntil: day('2026-10-31') }, 'Books closed, closed up to 31 Oct 2026'],
  [{ kind: 'books reopened', closedUntil: null }, 'Books reopened, every day is open'],
  [{ kind: 'command', command: 'backup' }, 'Command line: backup'],
]

test.each(cases)('%j reads as %s', (event, words) => {
  expect(eventWords(event)).toBe(words)
})

test('every kind has a sentence and a name for the filter', () => {
  expect(new Set(cases.map(([{ kind }]) => kind)).size).toBe(securityKinds.length)
  expect(Object.keys(securityKindWords)).toEqual(securityKinds)
})

test('a sentence is never longer than the column', () => {
  const long = eventWords({ kind: 'refused', call: 'x'.repeat(400), why: 'y' })
  expect(long).toHaveLength(longestWords)
})
