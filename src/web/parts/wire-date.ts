import { calendarDate, dateAt, formatDate, formatPrintedDate, schoolTimeZone } from '#domain/calendar.ts'

/** A date of the wire as screens show it: `21 Nov 2026`. */
export function wireDate(onWire: string): string {
  const date = calendarDate(onWire)
  return date ? formatDate(date) : onWire
}

/** A fee period of the wire (`2026-11-01 to 2026-11-30`) as screens show it: `1 Nov 2026 to 30 Nov 2026`. */
export const wirePeriod = (onWire: string): string => onWire.split(' to ').map(wireDate).join(' to ')

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: schoolTimeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/** An instant of the wire by the campus's calendar and clock: `21 Nov 2026, 09:05`. */
export function wireInstant(onWire: string): string {
  const instant = new Date(onWire)
  return Number.isNaN(instant.getTime()) ? onWire : `${formatDate(dateAt(instant))}, ${clock.format(instant)}`
}

/** A date of the wire as paper shows it: `November 21, 2026` (spec 2.print.date-format). */
export function printedWireDate(onWire: string): string {
  const date = calendarDate(onWire)
  return date ? formatPrintedDate(date) : onWire
}
