import { startServer } from '#test/running-server.ts'
import { createEmptySchool } from '#test/school-copies.ts'

/** Children in each campus of the demo school: enough to print a hundred vouchers. */
const demo = { DEMO: '1', DEMO_STUDENTS: '120' }

/** Fills one demo school before the first test; each test then opens a copy of it. */
export default async function readySchool() {
  const school = await createEmptySchool()
  const office = await startServer({ ...school.settings, ...demo })
  await office.close()
  process.env['READY_SCHOOL'] = JSON.stringify(school.settings)
  return school.remove
}
