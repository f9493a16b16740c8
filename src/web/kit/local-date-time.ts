const pad = (value: number): string => String(value).padStart(2, '0')

/** Formats an instant by this computer's clock: `2026-11-21 09:05:03` (spec 7.admissions.edit-fee). */
export function localDateTime(instant: Date): string {
  const date = [instant.getFullYear(), pad(instant.getMonth() + 1), pad(instant.getDate())].join('-')
  const time = [instant.getHours(), instant.getMinutes(), instant.getSeconds()].map(pad).join(':')
  return `${date} ${time}`
}
