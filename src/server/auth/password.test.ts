import { covers } from '#test/covers.ts'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a password is verified by its argon2id hash with 19 MiB and two passes', async () => {
  covers('security stolen.database')

  const hashed = await hashPassword('school-demo')

  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hashed, 'school-demo')).toBe(true)
  expect(await verifyPassword(hashed, 'school-demO')).toBe(false)
})

test('the same password never gives the same hash', async () => {
  expect(await hashPassword('school-demo')).not.toBe(await hashPassword('school-demo'))
})

test('accents typed as one key or two give the same password', async () => {
  expect(await verifyPassword(await hashPassword('cafe\u0301 au lait'), 'caf\u00e9 au lait')).toBe(true)
})

test('an unknown user is refused after the same amount of work', async () => {
  expect(await verifyPassword(null, 'school-demo')).toBe(false)
})
