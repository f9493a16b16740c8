import type { Role } from '#domain/roles.ts'
import type { AlertKind } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'

/** The source of a call. */
export interface Origin {
  readonly address: string
  /** Browser and system in words (domain/device-words.ts). */
  readonly device: string
  readonly requestId: string
}

/** The origin of the operator's commands. */
export const commandLine: Origin = { address: '', device: 'Command line', requestId: '' }

/** The user who did something, the origin and the time; campus and user are null if the user is unknown. */
export interface Actor {
  readonly campus: string | null
  readonly userId: string | null
  readonly role: Role | null
  readonly origin: Origin
  readonly now: Date
}

/** An event of the security log as it is kept. */
export interface RecordedEvent extends Actor {
  readonly event: SecurityEvent
  readonly alert: AlertKind | null
}

/** The caller of a scope, or of anything that knows as much. */
export const actorOf = ({ campus, userId, role, origin, now }: Actor): Actor => ({
  campus,
  userId,
  role,
  origin,
  now,
})
