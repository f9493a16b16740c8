import type { CallFailed } from '#web/api/call.ts'

const opening = 'Process failed because '

/** `Process failed because {reason}`, or the server's own sentence (spec 8.promotion.failed). */
export function processFailed({ code, msg }: Pick<CallFailed, 'code' | 'msg'>): string {
  if (code === 'class-10-graduates' || msg.startsWith(opening)) return msg
  return `${opening}${msg.charAt(0).toLocaleLowerCase('en')}${msg.slice(1)}`
}
