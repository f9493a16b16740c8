import type { Role } from '#domain/roles.ts'
import type { AlertKind } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'

export interface Origin {
  readonly address: string
  /** The device as text (domain/device-words.ts). */
  readonly device: string
  readonly requestId: string
}

/** The origin of the operator's commands. */
export const commandLine: Origin = { address: '', device: 'Command line', requestId: '' }

/** Campus and user are null if the user is unknown. */
export interface Actor {
  readonly campus: string | null
  readonly userId: string | null
  readonly role: Role | null
  readonly origin: Origin
  readonly now: Date
}

export interface RecordedEvent extends Actor {
  readonly event: SecurityEvent
  readonly alert: AlertKind | null
}

export const actorOf = ({ campus, userId, role, origin, now }: Actor): Actor => ({
  campus,
  userId,
  role,
  origin,
  now,
})
