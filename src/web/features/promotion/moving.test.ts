import { expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { covers } from '#test/covers.ts'
import { processFailed } from './moving.ts'

test.each([
  ['broken', 'An error occurred', 'Process failed because an error occurred'],
  ['offline', 'No connection to the server.', 'Process failed because no connection to the server.'],
  [
    'already-promoted',
    'Process failed because class 2 was already promoted',
    'Process failed because class 2 was already promoted',
  ],
  ['class-10-graduates', refusals['class-10-graduates'].msg, refusals['class-10-graduates'].msg],
])('a class that did not move (%s) is reported in the words of the specification', (code, msg, alert) => {
  covers('spec 8.promotion.failed')

  expect(processFailed({ code, msg })).toBe(alert)
})
