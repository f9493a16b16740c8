import type { SessionReply } from '#contract/own-sessions.ts'
import { deviceWords } from '#domain/device-words.ts'
import type { SessionRow } from '#server/records/own-sessions.ts'

/** A session as the page gets it: the device in words. */
export const sessionReply = ({ agent, ...session }: SessionRow): SessionReply => ({
  ...session,
  device: deviceWords(agent),
})
