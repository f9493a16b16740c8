import { addDays, calendarDate, dateAt, daysBetween, formatDate, type CalendarDate } from './calendar.ts'
import { count } from './count.ts'

const backupPattern = /^school-(\d{4}-\d\d-\d\d)\.backup$/

/** Returns the name of the file for a day's backup: `school-2026-11-24.backup`. */
export const backupName = (day: CalendarDate): string => `school-${day}.backup`

/** Returns the day of a file that the schedule wrote; null for any other file. */
export const dayOfBackup = (name: string): CalendarDate | null =>
  calendarDate(backupPattern.exec(name)?.[1] ?? '')

const monthsKept = 12

/** Lists the scheduled backups to delete: not the newest `keep`, nor the first of each of the newest twelve months. */
export function backupsToDelete(names: readonly string[], keep: number): string[] {
  const days = names
    .map(dayOfBackup)
    .filter((day) => day !== null)
    .toSorted()
  const firstDays = new Map(days.toReversed().map((day) => [day.slice(0, 7), day]))
  const daysToKeep = new Set([...days.slice(-keep), ...[...firstDays.values()].slice(0, monthsKept)])
  return days.filter((day) => !daysToKeep.has(day)).map(backupName)
}

export interface BackupStatus {
  readonly lastBackup: { readonly madeAt: Date; readonly isEncrypted: boolean } | null
  /** Null unless a backup failed after the last successful backup. */
  readonly failedAt: Date | null
  readonly lastRehearsal: { readonly rehearsedAt: Date; readonly isSound: boolean } | null
}

export interface BackupLine {
  readonly words: string
  readonly isWarning: boolean
}

/** A backup is late if none was made today or yesterday. */
const lateAfterDays = 1
/** A rehearsal is due again after about three months. */
const rehearseAfterDays = 100

/** `today`, `yesterday` or `on 3 Nov 2026`. */
function whenInWords(day: CalendarDate, today: CalendarDate): string {
  if (day === today) return 'today'
  return day === addDays(today, -1) ? 'yesterday' : `on ${formatDate(day)}`
}

function backupLine({ lastBackup, failedAt }: BackupStatus, today: CalendarDate): BackupLine {
  if (!lastBackup) {
    const words = failedAt ? 'The backup failed, and there is none' : 'No backup was ever made'
    return { words, isWarning: true }
  }
  const day = dateAt(lastBackup.madeAt)
  const made = `Last backup ${whenInWords(day, today)}`
  if (failedAt) return { words: `${made}; a later one failed`, isWarning: true }
  const isLate = daysBetween(day, today) > lateAfterDays
  return { words: lastBackup.isEncrypted ? made : `${made}, not encrypted`, isWarning: isLate }
}

function rehearsalLine({ lastRehearsal }: BackupStatus, today: CalendarDate): BackupLine {
  if (!lastRehearsal) return { words: 'No restore was ever rehearsed', isWarning: true }
  const day = dateAt(lastRehearsal.rehearsedAt)
  if (!lastRehearsal.isSound) {
    return { words: `The restore rehearsed ${whenInWords(day, today)} found errors`, isWarning: true }
  }
  const age = daysBetween(day, today)
  return age > rehearseAfterDays
    ? { words: `No restore was rehearsed for ${count(age, 'day')}`, isWarning: true }
    : { words: `Restore rehearsed ${whenInWords(day, today)}`, isWarning: false }
}

export const backupLines = (status: BackupStatus, today: CalendarDate): readonly BackupLine[] => [
  backupLine(status, today),
  rehearsalLine(status, today),
]
