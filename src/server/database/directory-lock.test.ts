import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { lockDirectory } from './directory-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'school-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The fallback, a pid file, is for systems without abstract sockets; it works everywhere.
it.each(process.platform === 'linux' ? ['linux', 'darwin'] : ['darwin'])(
  'lets only one caller lock a directory (%s)',
  async (platform) => {
    const directory = join(folder, 'made', platform)
    const unlock = await lockDirectory(directory, platform)
    await expect(lockDirectory(directory, platform)).rejects.toThrow('is in use by another running portal')
    await unlock()
    const again = await lockDirectory(directory, platform)
    await again()
  },
)

it('takes over the lock of a process that has ended, but not of a running process', async () => {
  const file = join(folder, 'portal.pid')
  const { pid: endedPid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, String(endedPid))
  const unlock = await lockDirectory(folder, 'darwin')
  await unlock()
  expect(existsSync(file)).toBe(false)

  writeFileSync(file, String(process.ppid))
  await expect(lockDirectory(folder, 'darwin')).rejects.toThrow('is in use by another running portal')
})

it.runIf(process.platform === 'linux')(
  'respects the lock of a process whose socket names it cannot see, until that process is killed',
  async () => {
    covers('security machine.two-servers')

    const directory = join(folder, 'shared')
    mkdirSync(directory)
    // Prints a line once it has locked the folder, as a portal in another container would.
    const other = spawn('flock', ['-x', directory, 'sh', '-c', 'echo held; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    await once(other.stdout, 'data')
    await expect(lockDirectory(directory)).rejects.toThrow('is in use by another running portal')
    process.kill(-(other.pid ?? 0), 'SIGKILL')
    await once(other, 'close')
    const unlock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow('is in use by another running portal')
    await unlock()
  },
)

it.runIf(process.platform === 'linux')('refuses a folder that it cannot lock, with the reason', async () => {
  const { PATH } = process.env
  process.env['PATH'] = folder
  try {
    await expect(lockDirectory(folder)).rejects.toThrow(
      'it cannot be locked without the program flock (package util-linux)',
    )
  } finally {
    process.env['PATH'] = PATH
  }
  const unlock = await lockDirectory(folder)
  await unlock()
})
