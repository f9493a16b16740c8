import { expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { openSchool } from '#test/school.ts'
import { Passwords, passwordWork, verifyPassword } from './password.ts'

const passwords = new Passwords()

test('a password is verified by its argon2id hash with 19 MiB and two passes', async () => {
  covers('security stolen.database')

  const hashed = await passwords.hash('school-demo')

  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hashed, 'school-demo')).toBe(true)
  expect(await verifyPassword(hashed, 'school-demO')).toBe(false)
})

test('a password that is hashed twice has two different hashes', async () => {
  expect(await passwords.hash('school-demo')).not.toBe(await passwords.hash('school-demo'))
})

test('a password is the same if its accents are typed with one key or with two', async () => {
  expect(await verifyPassword(await passwords.hash('cafe\u0301 au lait'), 'caf\u00e9 au lait')).toBe(true)
})

test('the hash for unknown users takes the same work, and no password matches it', async () => {
  expect(passwords.decoy).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(passwords.decoy, 'school-demo')).toBe(false)
})

test('a password that a user chooses is hashed with the full work, and the user can sign in with it', async () => {
  await using school = await openSchool({ passwordWork })
  const desk = await school.as('desk@main.test')
  const change = { currentPassword: 'right-password', newPassword: 'the teapot whistles' }
  expect((await desk.post('/users/changePassword', change)).status).toBe(200)

  const { password_hash: stored } = await school.db
    .selectFrom('staff')
    .select('password_hash')
    .where('user_id', '=', 'desk@main.test')
    .executeTakeFirstOrThrow()
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const signIn = { userId: 'desk@main.test', password: 'the teapot whistles' }
  const { statusCode } = await school.app.inject({ method: 'POST', url: '/users/signin', payload: signIn })
  expect(statusCode).toBe(200)
})
