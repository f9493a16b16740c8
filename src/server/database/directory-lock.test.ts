import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The fallback, a pid file, is for systems without abstract sockets; it works everywhere.
it.each(process.platform === 'linux' ? ['linux', 'darwin'] : ['darwin'])(
  'locks a directory once (%s)',
  async (platform) => {
    const directory = join(folder, 'made', platform)
    const unlock = await lockDirectory(directory, platform)
    await expect(lockDirectory(directory, platform)).rejects.toThrow('is in use by another running portal')
    await unlock()
    const again = await lockDirectory(directory, platform)
    await again()
  },
)

it('takes over from a process that has ended, not from a running one', async () => {
  const file = join(folder, 'portal.pid')
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, String(gone))
  const unlock = await lockDirectory(folder, 'darwin')
  await unlock()
  expect(existsSync(file)).toBe(false)

  writeFileSync(file, String(process.ppid))
  await expect(lockDirectory(folder, 'darwin')).rejects.toThrow('is in use by another running portal')
})
