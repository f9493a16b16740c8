import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import type { Preview } from './use-moving.ts'

/** Why a student is skipped (decisions 4.promotion.180-days). */
export const tooSoon = `promoted less than ${promotionPauseDays} days ago`

/** What happens to how many: `28 students move from class 5 to class 6`. */
export function movingHeadline({ toClass, moving, alreadyPromoted }: Preview, studentClass: string): string {
  const movers = moving.length
  if (movers === 0) {
    return alreadyPromoted
      ? `Class ${studentClass} was already promoted: no students will move`
      : `Class ${studentClass} has no students`
  }
  if (toClass === null)
    return `${count(movers, 'student')} of class ${studentClass} ${agree(movers, 'graduates', 'graduate')}`
  return `${count(movers, 'student')} ${agree(movers, 'moves', 'move')} from class ${studentClass} to class ${toClass}`
}

interface Chosen {
  readonly classToPromote: string
  readonly graduationDate: CalendarDate | ''
}

/** Asks once more before a class moves, with the figures. */
export function movingQuestion(preview: Preview, { classToPromote, graduationDate }: Chosen) {
  const { toClass, skipped } = preview
  const headline = movingHeadline(preview, classToPromote)
  const onDay = toClass === null && graduationDate !== '' ? ` on ${formatDate(graduationDate)}` : ''
  const passedBy = `${count(skipped.length, 'student')} skipped: ${tooSoon}.`
  return {
    title: toClass === null ? 'Graduate class 10?' : `Promote class ${classToPromote} to class ${toClass}?`,
    message: [`${headline}${onDay}.`, ...(skipped.length > 0 ? [passedBy] : [])].join('\n'),
    confirmLabel: toClass === null ? 'Graduate class 10' : 'Promote class',
    tone: 'caution',
  } as const
}
