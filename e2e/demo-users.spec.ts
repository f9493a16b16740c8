import { expect, test } from '@playwright/test'
import { covers } from '#test/covers.ts'
import { startServer } from '#test/running-server.ts'
import { copySchool, createEmptySchool, type School } from '#test/school-copies.ts'

const allInterfaces = { HOST: '0.0.0.0' }
const demoUser = { userId: 'office@main.demo', password: 'school-demo' }

const signIn = (url: string) =>
  fetch(`${url}/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoUser),
  })

let school: School
test.afterEach(() => school.remove())

test('a demo school is not served to other machines unless DEMO=1 is set', async () => {
  covers('security machine.demo', 'decisions 1.demo.beyond')

  school = await copySchool(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))
  await expect(startServer({ ...school.settings, ...allInterfaces })).rejects.toThrow(
    /^HOST 0\.0\.0\.0 can be reached from other machines, and this database has the demo's users.*: set DEMO=1 /m,
  )
  const server = await startServer({ ...school.settings, ...allInterfaces, DEMO: '1' })
  expect((await signIn(server.url)).status).toBe(200)
  await server.close()
})

test('an empty database that other machines can reach is not filled with the demo school', async () => {
  covers('security machine.demo', 'decisions 1.settings.demo')

  school = await createEmptySchool()
  const server = await startServer({ ...school.settings, ...allInterfaces })
  expect(server.output()).not.toContain('Demo sign-in')
  await expect
    .poll(server.output)
    .toMatch(/No user can sign in yet\. .*\n.*school set.*\n.*campus add.*\n.*user add/)
  expect((await signIn(server.url)).status).toBe(401)
  await server.close()
})
