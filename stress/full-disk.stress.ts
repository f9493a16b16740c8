// On a full disk, changes are refused with a message, and work again without a restart once there is space.

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, verifyBooks, type RunningServer } from '#test/running-server.ts'
import { signIn } from './clerk-client.ts'

const campus = 'Main%20Campus'
let folder: string
let isMounted = false

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0700', 'tmpfs', folder], { stdio: 'pipe' })
    isMounted = true
  } catch (error) {
    // oxlint-disable-next-line no-console -- a test that cannot run must be seen
    console.warn(`A full disk was NOT tried: this user may not mount a small disk (${String(error)})`)
  }
})
afterAll(() => {
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    const part = Buffer.alloc(size)
    try {
      for (;;) appendFileSync(file, part)
    } catch (error) {
      if (!Object.is(Object(error).code, 'ENOSPC')) throw error
    }
  }
}

const readiness = async ({ url }: RunningServer) => (await fetch(`${url}/readyz`)).status

it('calls and /readyz get 507 while the disk is full, and the books stay correct', async ({ skip }) => {
  if (!isMounted) return skip('This user may not mount a small disk')
  const settings = { DATA_DIR: join(folder, 'data') }
  const server = await startServer({ ...settings, DEMO: '1', DEMO_STUDENTS: '30' })
  const desk = await signIn(server, 'desk@main.demo')
  const receive = () => desk.post(`/finances/receiveInAdvance/${campus}/1001`, { receivedAmount: 1 })
  expect((await receive())?.status).toBe(200)
  const filler = join(folder, 'filler')
  fill(filler)
  let reply = await receive()
  for (let turn = 0; turn < 2000 && reply?.status === 200; turn += 1) reply = await receive()
  expect(reply).toMatchObject({ status: 507, body: { code: 'disk-full' } })
  expect(reply?.body['msg']).toContain('Nothing was saved')
  expect((await desk.get(`/admissions/getStudentInfo/1001/${campus}`))?.status).toBe(200)
  expect(await readiness(server)).toBe(507)
  rmSync(filler)
  expect((await receive())?.status).toBe(200)
  expect(await readiness(server)).toBe(200)
  await server.close()
  expect(await verifyBooks(settings)).toEqual({ code: 0, faults: '' })
})
