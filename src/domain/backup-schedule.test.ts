import { assert, integer, property, uniqueArray } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  backupLines,
  backupName,
  backupsToDelete,
  dayOfBackup,
  type BackupStatus,
} from './backup-schedule.ts'
import { addDays, type CalendarDate } from './calendar.ts'

const today = '2026-11-24' as CalendarDate
const at = (day: string) => new Date(`${day}T09:00:00+05:00`)
const dailyUntil = (until: CalendarDate, days: number) =>
  Array.from({ length: days }, (_, ago) => backupName(addDays(until, -ago)))

describe('the backups that are kept', () => {
  it('are the backups of the newest days, and the first backup of each of the last twelve months', () => {
    const names = dailyUntil(today, 500)
    const deleted = new Set(backupsToDelete(names, 14))
    const kept = names.filter((name) => !deleted.has(name)).toSorted()
    expect(kept).toEqual(
      [
        ...dailyUntil(today, 14),
        ...[
          '2025-12',
          '2026-01',
          '2026-02',
          '2026-03',
          '2026-04',
          '2026-05',
          '2026-06',
          '2026-07',
          '2026-08',
        ].map((month) => `school-${month}-01.backup`),
        'school-2026-09-01.backup',
        'school-2026-10-01.backup',
        'school-2026-11-01.backup',
      ].toSorted(),
    )
  })

  it('always include the newest backup, and every file that the schedule did not write', () => {
    const days = uniqueArray(integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 })
    assert(
      property(days, integer({ min: 1, max: 20 }), (ago, keep) => {
        const names = ago.map((count) => backupName(addDays(today, -count)))
        const foreign = ['before-the-move.backup', 'school-2026-11-24.backup.part', 'school.backup']
        const deleted = backupsToDelete([...names, ...foreign], keep)
        expect(deleted).not.toContain(names.toSorted().at(-1))
        expect(deleted.filter((name) => dayOfBackup(name) === null)).toEqual([])
        expect(names.length - deleted.length).toBeGreaterThanOrEqual(Math.min(keep, names.length))
      }),
    )
  })
})

const none: BackupStatus = { lastBackup: null, failedAt: null, lastRehearsal: null }
const backup = (day: string, isEncrypted = true) => ({ madeAt: at(day), isEncrypted })
const rehearsal = (day: string, isSound = true) => ({ rehearsedAt: at(day), isSound })

test.each<[BackupStatus, string, string]>([
  [none, '! No backup was ever made', '! No restore was ever rehearsed'],
  [
    { ...none, failedAt: at('2026-11-24') },
    '! The backup failed, and there is none',
    '! No restore was ever rehearsed',
  ],
  [
    { ...none, lastBackup: backup('2026-11-24'), lastRehearsal: rehearsal('2026-11-23') },
    'Last backup today',
    'Restore rehearsed yesterday',
  ],
  [
    { ...none, lastBackup: backup('2026-11-23', false), lastRehearsal: rehearsal('2026-08-16') },
    'Last backup yesterday, not encrypted',
    'Restore rehearsed on 16 Aug 2026',
  ],
  [
    { ...none, lastBackup: backup('2026-11-22'), lastRehearsal: rehearsal('2026-08-15') },
    '! Last backup on 22 Nov 2026',
    '! No restore was rehearsed for 101 days',
  ],
  [
    {
      lastBackup: backup('2026-11-23'),
      failedAt: at('2026-11-24'),
      lastRehearsal: rehearsal('2026-11-20', false),
    },
    '! Last backup yesterday; a later one failed',
    '! The restore rehearsed on 20 Nov 2026 found errors',
  ],
])('an admin sees the state of backups and restores, case %#', (status, ofBackup, ofRehearsal) => {
  const lines = backupLines(status, today).map(({ words, isWarning }) => (isWarning ? `! ${words}` : words))
  expect(lines).toEqual([ofBackup, ofRehearsal])
})
