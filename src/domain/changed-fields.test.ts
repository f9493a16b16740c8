import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('lists the fields that differ, with their old and new values', () => {
  const before = { name: 'Ayesha', section: 'Red', fee: 5000 }
  expect(changedFields(before, { name: 'Aisha', section: 'Red', fee: 0 })).toEqual({
    before: { name: 'Ayesha', fee: 5000 },
    after: { name: 'Aisha', fee: 0 },
  })
})

it('returns null if no field differs, and ignores fields that were not written', () => {
  expect(changedFields({ name: 'Ayesha' }, { name: 'Ayesha' })).toBeNull()
  const known = { name: 'Ayesha', rollNo: 7 }
  expect(changedFields<{ name: string }>(known, { name: 'Ayesha' })).toBeNull()
})
