// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openPortal } from '#test/command-line.ts'
import { covers } from '#test/covers.ts'

const amna = 'amna@hill.pk'
const typedPassword = 'three blue kettles'
const folder = mkdtempSync(join(tmpdir(), 'school-recorded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the security log', async () => {
  const { database, run } = await openPortal()
  const { kysely: db } = database
  const events = () =>
    db
      .selectFrom('security_events')
      .select(['user_id', 'device', 'campus', 'what'])
      .orderBy('event_no')
      .execute()

  beforeEach(async () => {
    await run(['school', 'set', 'Hill School', '7654321-0'])
    await run(['campus', 'add', 'North'])
    await run(['user', 'add', amna, '--name', 'Amna', '--campus', 'North', '--role', 'admin'], typedPassword)
    await db
      .insertInto('totp_secrets')
      .values({
        campus: 'North',
        user_id: amna,
        secret: 'A'.repeat(32),
        last_step: 1,
        set_up_at: new Date('2026-11-20T09:00:00+05:00'),
      })
      .execute()
    await run(['backup', join(folder, 'school')])
    await db.deleteFrom('security_events').execute()
  })

  const inNorth = (what: string) => ({ campus: 'North', what })
  const ofAll = (command: string) => ({ campus: null, what: `Command line: ${command}` })

  it.each([
    [['school', 'set', 'Hill School', '7654321-1'], '', ofAll('school set')],
    [['campus', 'add', 'South'], '', ofAll('campus add')],
    [
      ['user', 'add', 'head@hill.pk', '--name', 'Head', '--campus', 'North', '--role', 'admin'],
      typedPassword,
      inNorth('User added: head@hill.pk'),
    ],
    [['user', 'reset-password', amna], 'four green kettles', inNorth(`Password reset: ${amna}`)],
    [['user', 'reset-factor', amna], '', inNorth(`Second factor reset: ${amna}`)],
    [['user', 'disable', amna], '', inNorth(`User disabled: ${amna}`)],
    [['sessions', 'end', '--user', amna], '', ofAll('sessions end')],
    [['backup', join(folder, 'another')], '', ofAll('backup')],
    [['restore', join(folder, 'school'), '--rehearse'], '', ofAll('restore --rehearse')],
    [['migrate'], '', ofAll('migrate')],
    [['demo', 'end'], '', ofAll('demo end')],
  ])('records %j as a command of the operator', async (args, input, line) => {
    covers('security accounts.security-log')

    expect(await run(args, input)).toMatchObject({ code: 0 })
    expect(await events()).toEqual([{ user_id: 'operator', device: 'Command line', ...line }])
    rmSync(join(folder, 'another'), { force: true })
  })

  it('records the restore of a backup and the demo school, each in its new database', async () => {
    await database.empty()
    await run(['restore', join(folder, 'school')])
    expect((await events()).at(-1)).toMatchObject({ user_id: 'operator', ...ofAll('restore') })
    await database.empty()
    await run(['demo'])
    expect((await events()).at(-1)).toMatchObject({ user_id: 'operator', ...ofAll('demo') })
  })

  it.each([
    ['only lists the users', ['user', 'list'], 0],
    ['only checks the books', ['verify'], 0],
    ['is refused', ['campus', 'add', 'North'], 1],
  ])('does not record a command that %s', async (_, args, code) => {
    expect(await run(args)).toMatchObject({ code })
    expect(await events()).toEqual([])
  })
})
