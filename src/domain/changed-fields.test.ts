import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('tells the fields that differ, as they were and as they are', () => {
  const before = { name: 'Ayesha', section: 'Red', fee: 5000 }
  expect(changedFields(before, { name: 'Aisha', section: 'Red', fee: 0 })).toEqual({
    before: { name: 'Ayesha', fee: 5000 },
    after: { name: 'Aisha', fee: 0 },
  })
})

it('tells nothing where nothing differs, nor of fields that were not written anew', () => {
  expect(changedFields({ name: 'Ayesha' }, { name: 'Ayesha' })).toBeNull()
  const known = { name: 'Ayesha', rollNo: 7 }
  expect(changedFields<{ name: string }>(known, { name: 'Ayesha' })).toBeNull()
})
