import { startServer } from '#test/running-server.ts'
import { createEmptySchool } from '#test/school-copies.ts'

/** The demo has enough students in each campus to print a hundred vouchers. */
const demo = { DEMO: '1', DEMO_STUDENTS: '120' }

/** Creates one demo school before the first test; each test uses a copy of it. */
export default async function prepareSchool() {
  const school = await createEmptySchool()
  const server = await startServer({ ...school.settings, ...demo })
  await server.close()
  process.env['READY_SCHOOL'] = JSON.stringify(school.settings)
  return school.remove
}
